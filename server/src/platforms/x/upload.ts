import { Type } from 'typebox';
import type { AccountCall, Handle, Media, Refusal, Step } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { jsonBody, multipartBody, partOf } from '../shared/bodies.ts';
import { networkText } from '../shared/network-text.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import { callX, type XFailure } from './client.ts';
import { toStepRefusal } from './errors.ts';
import { isStale, noUploads, readHandle, type Uploads } from './handle.ts';

/** What is proven to be taken; at most a thousand of them. */
const partBytes = 1024 * 1024;

/** Ids become parts of paths. */
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
const read = answerReader(Uploaded);

/** Images whole, everything else in parts; one request each time. */
export async function upload(call: AccountCall, media: readonly Media[], handle: Handle | undefined): Promise<Step> {
  const known = handle === undefined ? noUploads : readHandle(handle);
  const uploads = isStale(known, call.clock.now()) ? noUploads : known;
  const next = media[uploads.ready.length];
  if (next === undefined) return { kind: 'ready', handle: uploads };
  const { current } = uploads;
  if (current === null) return await begin(call, next, uploads);
  if (current.nextPart === null) return await look(call, current.id, uploads);
  return await append(call, next, { uploads, id: current.id, part: current.nextPart });
}

async function begin(call: AccountCall, media: Media, uploads: Uploads): Promise<Step> {
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
  return { kind: 'again', handle: { ...uploads, since, current: { id, nextPart: 0 } } };
}

const categories: Readonly<Record<Media['type'], string>> = {
  image: 'tweet_image',
  gif: 'tweet_gif',
  video: 'tweet_video',
  document: '',
};

type Place = { uploads: Uploads; id: string; part: number };

async function append(call: AccountCall, media: Media, { uploads, id, part }: Place): Promise<Step> {
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
  if (reply.kind !== 'ok') return renewed(reply, uploads);
  return { kind: 'again', handle: { ...uploads, current: { id, nextPart: part + 1 } } };
}

async function finalize(call: AccountCall, id: string, uploads: Uploads): Promise<Step> {
  const reply = await callX(call, { method: 'POST', path: `/2/media/upload/${id}/finalize` });
  if (reply.kind !== 'ok') return renewed(reply, uploads);
  return follow(reply.json, uploads);
}

async function look(call: AccountCall, id: string, uploads: Uploads): Promise<Step> {
  const reply = await callX(call, { path: '/2/media/upload', query: { media_id: id, command: 'STATUS' } });
  return reply.kind === 'ok' ? follow(reply.json, uploads) : renewed(reply, uploads);
}

const noId: Refusal = { kind: 'notDone', reason: 'an answer without an id' };
const waitMs = { least: 1000, most: 60_000 };

function follow(json: unknown, uploads: Uploads): Step {
  const data = read(json)?.data;
  if (data === undefined) return noId;
  const { id, processing_info: processing } = data;
  if (processing === undefined || processing.state === 'succeeded') {
    return { kind: 'again', handle: { ...uploads, ready: [...uploads.ready, id], current: null } };
  }
  if (processing.state === 'failed') {
    const message = networkText(processing.error?.message) ?? 'The file could not be processed';
    return { kind: 'rejected', code: 'processing', message, platformError: message };
  }
  const afterMs = Math.min(Math.max((processing.check_after_secs ?? 5) * 1000, waitMs.least), waitMs.most);
  return { kind: 'wait', handle: { ...uploads, current: { id, nextPart: null } }, afterMs };
}

/** An upload that the network no longer knows is begun anew; nothing was published from it. */
function renewed(failure: XFailure, uploads: Uploads): Step {
  const isGone = failure.kind === 'error' && failure.problem.status === 404;
  return isGone ? { kind: 'again', handle: { ...uploads, current: null } } : toStepRefusal(failure);
}
