import type { AccountCall, Media, Outcome, Post } from '../adapter.ts';
import { jsonBody, partOf } from '../shared/bodies.ts';
import { readOptions } from '../shared/read-options.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import { callYoutube, type GoogleFailure, type GoogleReply } from './client.ts';
import type { Upload } from './handle.ts';
import { options } from './options.ts';
import { tagsOf, titleOf } from './snippet.ts';

/** A multiple of 256 KiB, as YouTube wants. */
export const partBytes = 8 * 1024 * 1024;

/** Names the video and opens the place its bytes go to. */
export async function openUpload(call: AccountCall, post: Post, video: Media): Promise<GoogleReply> {
  const given = readOptions(options, post.settings).options;
  const { title } = titleOf(post);
  const tags = tagsOf(post);
  const snippet = {
    title,
    description: post.text,
    categoryId: given.categoryId ?? '22',
    ...(tags.length === 0 ? {} : { tags }),
  };
  const status = {
    privacyStatus: given.privacyStatus ?? 'public',
    selfDeclaredMadeForKids: given.madeForKids === true,
  };
  return await callYoutube(call, {
    url: '/upload/youtube/v3/videos',
    query: {
      uploadType: 'resumable',
      part: 'snippet,status',
      notifySubscribers: String(given.notifySubscribers !== false),
    },
    headers: { 'x-upload-content-type': video.contentType, 'x-upload-content-length': String(video.sizeBytes) },
    body: jsonBody({ snippet, status }),
  });
}

/** What an upload says of itself. `gone`: it expired, or was never there. */
export type Progress =
  | { kind: 'goingOn'; offset: number }
  | { kind: 'whole'; reply: Extract<GoogleReply, { kind: 'ok' }> }
  | { kind: 'gone' }
  | GoogleFailure;

/** From the offset on, one part or what is left; where all is there, the question alone finishes it. */
export async function putPart(call: AccountCall, video: Media, { uri, offset }: Upload): Promise<Progress> {
  if (offset >= video.sizeBytes) return await askProgress(call, video, uri);
  const end = Math.min(offset + partBytes, video.sizeBytes);
  const part = partOf(video, offset, end);
  const reply = await callYoutube(call, {
    method: 'PUT',
    url: uri,
    headers: { 'content-range': `bytes ${offset}-${end - 1}/${video.sizeBytes}` },
    body: { contentType: video.contentType, sizeBytes: part.sizeBytes, open: () => part.open() },
    uploadMs: uploadMs(part.sizeBytes),
  });
  return toProgress(reply, video);
}

export async function askProgress(call: AccountCall, video: Pick<Media, 'sizeBytes'>, uri: string): Promise<Progress> {
  const empty = { contentType: 'application/octet-stream', sizeBytes: 0, open: () => new Uint8Array() };
  const headers = { 'content-range': `bytes */${video.sizeBytes}` };
  return toProgress(await callYoutube(call, { method: 'PUT', url: uri, headers, body: empty }), video);
}

function toProgress(reply: GoogleReply, { sizeBytes }: Pick<Media, 'sizeBytes'>): Progress {
  // Uploads say it in plain words, without the body that other errors have.
  const status = reply.kind === 'error' ? reply.error.status : reply.kind === 'lost' ? reply.status : undefined;
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (reply.kind !== 'ok') return reply;
  if (reply.status !== 308) return { kind: 'whole', reply };
  // Without the header nothing is there yet.
  const [, last] = /^bytes=0-(\d{1,15})$/.exec(reply.headers['range'] ?? '') ?? [];
  const offset = last === undefined ? 0 : Number(last) + 1;
  return offset > sizeBytes ? { kind: 'lost', reason: 'more than was sent' } : { kind: 'goingOn', offset };
}

const videoId = /^[\w-]{1,32}$/;

/** The last byte makes the video; what YouTube thinks of it stands in the same answer. */
export function toOutcome(reply: Extract<GoogleReply, { kind: 'ok' }>): Outcome {
  const { id, status } = reply.json as { id?: unknown; status?: Record<string, unknown> };
  if (typeof id !== 'string' || !videoId.test(id)) return { kind: 'unknown', reason: 'an answer without an id' };
  const reason = status?.['rejectionReason'] ?? status?.['failureReason'];
  const isRefused = status?.['uploadStatus'] === 'rejected' || status?.['uploadStatus'] === 'failed';
  if (!isRefused) return { kind: 'published', id, url: videoUrl(id) };
  const code = typeof reason === 'string' ? reason.slice(0, 100) : 'rejected';
  return { kind: 'rejected', code, message: `YouTube did not take the video: ${code}`, platformError: code };
}

export function videoUrl(id: string): string {
  return `https://www.youtube.com/watch?v=${id}`;
}
