import { Type } from 'typebox';
import type { PublishState, Media, Refusal, Step } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { jsonBody, multipartBody, partOf } from '../shared/bodies.ts';
import { platformText } from '../shared/platform-text.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import type { XAccountCall } from './call.ts';
import { callX, type XFailure } from './client.ts';
import { toStepRefusal } from './errors.ts';
import { isStale, noUploads, readPublishState, type Uploads } from './publish-state.ts';

/** A size that X is known to accept; a file has at most a thousand parts. */
const partBytes = 1024 * 1024;

/** IDs are inserted into URL paths. */
const Uploaded = Type.Object({
  data: Type.Object({
    id: Type.String({ pattern: '^[0-9]{1,19}$' }),
    processing_info: Type.Optional(
      Type.Object({
        state: Type.String(),
        check_after_secs: Type.Optional(Type.Number()),
        error: Type.Optional(Type.Object({ message: Type.Optional(Type.Unknown()) })),
      }),
    ),
  }),
});
const read = responseReader(Uploaded);

/** One request per call; only images are uploaded whole. */
export async function upload(
  call: XAccountCall,
  media: readonly Media[],
  publishState: PublishState | undefined,
): Promise<Step> {
  const known = publishState === undefined ? noUploads : readPublishState(publishState);
  const uploads = isStale(known, call.clock.now()) ? noUploads : known;
  const next = media[uploads.ready.length];
  if (next === undefined) return { kind: 'ready', publishState: uploads };
  const { current } = uploads;
  if (current === null) return await begin(call, next, uploads);
  if (current.nextPart === null) return await checkStatus(call, current.id, uploads);
  return await append(call, next, { uploads, id: current.id, part: current.nextPart });
}

async function begin(call: XAccountCall, media: Media, uploads: Uploads): Promise<Step> {
  const isWhole = media.type === 'image';
  const category = categories[media.type];
  const reply = isWhole
    ? await callX(call, {
        path: '/2/media/upload',
        body: multipartBody(call.random, { media_category: category }, [{ name: 'media', filename: 'media', media }]),
        uploadMs: uploadMs(media.sizeBytes),
      })
    : await callX(call, {
        path: '/2/media/upload/initialize',
        body: jsonBody({ media_type: media.contentType, total_bytes: media.sizeBytes, media_category: category }),
      });
  if (reply.kind !== 'ok') return toStepRefusal(reply);
  const since = uploads.since ?? call.clock.now().getTime();
  if (isWhole) return follow(reply.json, { ...uploads, since });
  const id = read(reply.json)?.data.id;
  if (id === undefined) return noId;
  return { kind: 'again', publishState: { ...uploads, since, current: { id, nextPart: 0 } } };
}

const categories: Readonly<Record<Media['type'], string>> = {
  image: 'tweet_image',
  gif: 'tweet_gif',
  video: 'tweet_video',
  document: '',
};

type PartPosition = { uploads: Uploads; id: string; part: number };

async function append(call: XAccountCall, media: Media, { uploads, id, part }: PartPosition): Promise<Step> {
  const start = part * partBytes;
  if (start >= media.sizeBytes) return await finalize(call, id, uploads);
  const piece = partOf(media, start, Math.min(start + partBytes, media.sizeBytes));
  const reply = await callX(call, {
    path: `/2/media/upload/${id}/append`,
    body: multipartBody(call.random, { segment_index: String(part) }, [
      { name: 'media', filename: 'media', media: piece },
    ]),
    uploadMs: uploadMs(piece.sizeBytes),
    allowsEmpty: true,
  });
  if (reply.kind !== 'ok') return restartIfExpired(reply, uploads);
  return { kind: 'again', publishState: { ...uploads, current: { id, nextPart: part + 1 } } };
}

async function finalize(call: XAccountCall, id: string, uploads: Uploads): Promise<Step> {
  const reply = await callX(call, { method: 'POST', path: `/2/media/upload/${id}/finalize` });
  if (reply.kind !== 'ok') return restartIfExpired(reply, uploads);
  return follow(reply.json, uploads);
}

async function checkStatus(call: XAccountCall, id: string, uploads: Uploads): Promise<Step> {
  const reply = await callX(call, { path: '/2/media/upload', query: { media_id: id, command: 'STATUS' } });
  return reply.kind === 'ok' ? follow(reply.json, uploads) : restartIfExpired(reply, uploads);
}

const noId: Refusal = { kind: 'notDone', reason: 'the response has no ID' };
const waitMs = { least: 1000, most: 60_000 };

function follow(json: unknown, uploads: Uploads): Step {
  const data = read(json)?.data;
  if (data === undefined) return noId;
  const { id, processing_info: processing } = data;
  if (processing === undefined || processing.state === 'succeeded') {
    return { kind: 'again', publishState: { ...uploads, ready: [...uploads.ready, id], current: null } };
  }
  if (processing.state === 'failed') {
    const message = platformText(processing.error?.message) ?? 'The file could not be processed';
    return { kind: 'rejected', code: 'processing', message, platformError: message };
  }
  const afterMs = Math.min(Math.max((processing.check_after_secs ?? 5) * 1000, waitMs.least), waitMs.most);
  return { kind: 'wait', publishState: { ...uploads, current: { id, nextPart: null } }, afterMs };
}

/** Nothing was published from a lost upload. */
function restartIfExpired(failure: XFailure, uploads: Uploads): Step {
  const isGone = failure.kind === 'error' && failure.error.status === 404;
  return isGone ? { kind: 'again', publishState: { ...uploads, current: null } } : toStepRefusal(failure);
}
