import type { Media, Outcome, Post } from '../adapter.ts';
import { jsonBody, partOf } from '../shared/bodies.ts';
import { readOptions } from '../shared/read-options.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import type { YoutubeAccountCall } from './call.ts';
import { callYoutube, type GoogleFailure, type GoogleReply } from './client.ts';
import type { Upload } from './publish-state.ts';
import { options } from './options.ts';
import { tagsOf, titleOf } from './snippet.ts';

/** YouTube requires a multiple of 256 KiB. */
export const partBytes = 8 * 1024 * 1024;

export async function openUpload(call: YoutubeAccountCall, post: Post, video: Media): Promise<GoogleReply> {
  const settings = readOptions(options, post.settings).options;
  const { title } = titleOf(post);
  const tags = tagsOf(post);
  const snippet = {
    title,
    description: post.text,
    categoryId: settings.categoryId ?? '22',
    ...(tags.length === 0 ? {} : { tags }),
  };
  const status = {
    privacyStatus: settings.privacyStatus ?? 'public',
    selfDeclaredMadeForKids: settings.madeForKids === true,
  };
  return await callYoutube(call, {
    url: '/upload/youtube/v3/videos',
    query: {
      uploadType: 'resumable',
      part: 'snippet,status',
      notifySubscribers: String(settings.notifySubscribers !== false),
    },
    headers: { 'x-upload-content-type': video.contentType, 'x-upload-content-length': String(video.sizeBytes) },
    body: jsonBody({ snippet, status }),
  });
}

/** `gone`: the upload expired or never existed. */
export type Progress =
  | { kind: 'incomplete'; offset: number }
  | { kind: 'complete'; reply: Extract<GoogleReply, { kind: 'ok' }> }
  | { kind: 'gone' }
  | GoogleFailure;

/** If YouTube has all bytes, asking for the progress completes the upload. */
export async function putPart(call: YoutubeAccountCall, video: Media, { uri, offset }: Upload): Promise<Progress> {
  if (offset >= video.sizeBytes) return await readProgress(call, video, uri);
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

export async function readProgress(
  call: YoutubeAccountCall,
  video: Pick<Media, 'sizeBytes'>,
  uri: string,
): Promise<Progress> {
  const empty = { contentType: 'application/octet-stream', sizeBytes: 0, open: () => new Uint8Array() };
  const headers = { 'content-range': `bytes */${video.sizeBytes}` };
  return toProgress(await callYoutube(call, { method: 'PUT', url: uri, headers, body: empty }), video);
}

function toProgress(reply: GoogleReply, { sizeBytes }: Pick<Media, 'sizeBytes'>): Progress {
  // The upload host reports errors as plain text.
  const status = reply.kind === 'error' ? reply.error.status : reply.kind === 'lost' ? reply.status : undefined;
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (reply.kind !== 'ok') return reply;
  if (reply.status !== 308) return { kind: 'complete', reply };
  // Without the header YouTube has no bytes.
  const [, last] = /^bytes=0-(\d{1,15})$/.exec(reply.headers['range'] ?? '') ?? [];
  const offset = last === undefined ? 0 : Number(last) + 1;
  return offset > sizeBytes
    ? { kind: 'lost', reason: 'YouTube reports more bytes than were sent' }
    : { kind: 'incomplete', offset };
}

const videoId = /^[\w-]{1,32}$/;

/** The last byte creates the video, and the same response says whether YouTube accepted it. */
export function toOutcome(reply: Extract<GoogleReply, { kind: 'ok' }>): Outcome {
  const { id, status } = reply.json as { id?: unknown; status?: Record<string, unknown> };
  if (typeof id !== 'string' || !videoId.test(id)) return { kind: 'unknown', reason: 'the response has no ID' };
  const reason = status?.['rejectionReason'] ?? status?.['failureReason'];
  const isRefused = status?.['uploadStatus'] === 'rejected' || status?.['uploadStatus'] === 'failed';
  if (!isRefused) return { kind: 'published', id, url: videoUrl(id) };
  const code = typeof reason === 'string' ? reason.slice(0, 100) : 'rejected';
  return { kind: 'rejected', code, message: `YouTube did not accept the video: ${code}`, platformError: code };
}

export function videoUrl(id: string): string {
  return `https://www.youtube.com/watch?v=${id}`;
}
