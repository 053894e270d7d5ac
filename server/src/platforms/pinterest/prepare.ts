import { Type } from 'typebox';
import type { Media, Publish, Step } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { jsonBody, multipartBody } from '../shared/bodies.ts';
import { webUrl } from '../shared/platform-text.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import type { PinterestAccountCall, PinterestCall } from './call.ts';
import { callPinterest } from './client.ts';
import { toStepRefusal } from './errors.ts';
import { readPublishState, type Uploaded } from './publish-state.ts';

export const prepare: Publish<PinterestCall>['prepare'] = async (call, post, publishState) => {
  const [first] = post.media;
  const known =
    publishState === undefined ? { v: 1 as const, mediaId: null, pollCount: 0 } : readPublishState(publishState);
  if (first?.type !== 'video') return { kind: 'ready', publishState: known };
  return known.mediaId === null ? await upload(call, first, known) : await checkStatus(call, known.mediaId, known);
};

const mediaId = Type.String({ pattern: '^[0-9]{1,25}$' });
const readRegistered = responseReader(
  Type.Object({
    media_id: mediaId,
    upload_url: Type.String(),
    upload_parameters: Type.Record(Type.String({ pattern: '^[\\w-]{1,100}$' }), Type.String()),
  }),
);

/** Both requests in one step: the upload parameters are signatures and must not be stored. */
async function upload(call: PinterestAccountCall, video: Media, known: Uploaded): Promise<Step> {
  const reply = await callPinterest(call, { path: '/media', body: jsonBody({ media_type: 'video' }) });
  if (reply.kind !== 'ok') return toStepRefusal(reply);
  const registered = readRegistered(reply.json);
  const url = webUrl(registered?.upload_url);
  if (registered === undefined || url === undefined)
    return { kind: 'notDone', reason: 'the response has no upload URL' };
  const body = multipartBody(call.random, registered.upload_parameters, [
    { name: 'file', filename: 'video', media: video },
  ]);
  const put = { method: 'POST' as const, url, body, uploadMs: uploadMs(video.sizeBytes) };
  const stored = await call.http.send(put);
  if (stored.kind !== 'response') return { kind: 'notDone', reason: stored.reason };
  if (stored.status >= 300) return { kind: 'notDone', reason: `the upload returned status ${stored.status}` };
  return { kind: 'again', publishState: { ...known, mediaId: registered.media_id, pollCount: 0 } };
}

const readStatus = responseReader(Type.Object({ status: Type.String() }));
const waits = { firstMs: 5000, lastMs: 60_000 };

async function checkStatus(call: PinterestAccountCall, id: string, uploaded: Uploaded): Promise<Step> {
  const reply = await callPinterest(call, { path: `/media/${id}` });
  if (reply.kind === 'error' && reply.error.status === 404) {
    return { kind: 'preparationLost', reason: 'Pinterest no longer has the uploaded video' };
  }
  if (reply.kind !== 'ok') return toStepRefusal(reply);
  const body = readStatus(reply.json);
  if (body === undefined) return { kind: 'notDone', reason: 'the status could not be parsed' };
  if (body.status === 'succeeded') return { kind: 'ready', publishState: uploaded };
  if (body.status === 'failed') {
    const message = 'Pinterest could not process the video';
    return { kind: 'rejected', code: 'failed', message, platformError: message };
  }
  const afterMs = Math.min(waits.firstMs * 2 ** uploaded.pollCount, waits.lastMs);
  return { kind: 'wait', publishState: { ...uploaded, pollCount: uploaded.pollCount + 1 }, afterMs };
}
