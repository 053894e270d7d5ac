import { Type } from 'typebox';
import type { AccountCall, Media, Publish, Step } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { jsonBody, multipartBody } from '../shared/bodies.ts';
import { webUrl } from '../shared/network-text.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import { callPinterest } from './client.ts';
import { toStepRefusal } from './errors.ts';
import { readHandle, type Uploaded } from './handle.ts';

/** Images are fetched by Pinterest; a video is uploaded and must be processed first. */
export const prepare: Publish['prepare'] = async (call, post, handle) => {
  const [first] = post.media;
  const known = handle === undefined ? { v: 1 as const, mediaId: null, pollCount: 0 } : readHandle(handle);
  if (first?.type !== 'video') return { kind: 'ready', handle: known };
  return known.mediaId === null ? await upload(call, first, known) : await look(call, known.mediaId, known);
};

const mediaId = Type.String({ pattern: '^[0-9]{1,25}$' });
const readRegistered = answerReader(
  Type.Object({
    media_id: mediaId,
    upload_url: Type.String(),
    upload_parameters: Type.Record(Type.String({ pattern: '^[\\w-]{1,100}$' }), Type.String()),
  }),
);

/** Both requests in one step: the parameters are signatures, which must not lie in a handle. */
async function upload(call: AccountCall, video: Media, known: Uploaded): Promise<Step> {
  const reply = await callPinterest(call, { path: '/media', body: jsonBody({ media_type: 'video' }) });
  if (reply.kind !== 'ok') return toStepRefusal(reply);
  const registered = readRegistered(reply.json);
  const url = webUrl(registered?.upload_url);
  if (registered === undefined || url === undefined)
    return { kind: 'notDone', reason: 'an answer without an upload address' };
  const body = multipartBody(call.random, registered.upload_parameters, [
    { name: 'file', filename: 'video', media: video },
  ]);
  const put = { method: 'POST' as const, url, body, uploadMs: uploadMs(video.sizeBytes) };
  const stored = await call.http.send(put);
  if (stored.kind !== 'answer') return { kind: 'notDone', reason: stored.reason };
  if (stored.status >= 300) return { kind: 'notDone', reason: `the upload was answered with ${stored.status}` };
  return { kind: 'again', handle: { ...known, mediaId: registered.media_id, pollCount: 0 } };
}

const readStatus = answerReader(Type.Object({ status: Type.String() }));
const waits = { firstMs: 5000, lastMs: 60_000 };

async function look(call: AccountCall, id: string, uploaded: Uploaded): Promise<Step> {
  const reply = await callPinterest(call, { path: `/media/${id}` });
  if (reply.kind === 'error' && reply.error.status === 404) {
    return { kind: 'preparationLost', reason: 'Pinterest no longer has the uploaded video' };
  }
  if (reply.kind !== 'ok') return toStepRefusal(reply);
  const answer = readStatus(reply.json);
  if (answer === undefined) return { kind: 'notDone', reason: 'a status that cannot be read' };
  if (answer.status === 'succeeded') return { kind: 'ready', handle: uploaded };
  if (answer.status === 'failed') {
    const message = 'Pinterest could not process the video';
    return { kind: 'rejected', code: 'failed', message, platformError: message };
  }
  const afterMs = Math.min(waits.firstMs * 2 ** uploaded.pollCount, waits.lastMs);
  return { kind: 'wait', handle: { ...uploaded, pollCount: uploaded.pollCount + 1 }, afterMs };
}
