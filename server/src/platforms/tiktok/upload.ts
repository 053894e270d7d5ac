import { Type } from 'typebox';
import type { Media, Post } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { partOf } from '../shared/bodies.ts';
import { readOptions } from '../shared/read-options.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import type { TiktokAccountCall } from './call.ts';
import { callTiktok, type TiktokFailure } from './client.ts';
import type { Progress } from './publish-state.ts';
import { options } from './options.ts';

const partBytes = 10_000_000;

/** TikTok rounds the number of parts down: the last part carries the remainder. */
export function partsOf(sizeBytes: number): { chunkSize: number; count: number } {
  const chunkSize = Math.min(sizeBytes, partBytes);
  return { chunkSize, count: Math.floor(sizeBytes / chunkSize) };
}

export function lastStart(sizeBytes: number): number {
  const { chunkSize, count } = partsOf(sizeBytes);
  return (count - 1) * chunkSize;
}

const readInit = responseReader(
  Type.Object({
    publish_id: Type.String({ minLength: 1, maxLength: 200 }),
    upload_url: Type.String({ pattern: '^https://[\\w.-]+\\.tiktokapis\\.com/' }),
  }),
);

type Opened = { kind: 'opened'; publishId: string; uploadUrl: string } | TiktokFailure;

/** Publishes nothing until the last byte arrives. */
export async function openUpload(call: TiktokAccountCall, post: Post, { creator }: Progress): Promise<Opened> {
  const [video] = post.media;
  if (video === undefined) throw new Error('a post without a video must be refused by the checks');
  const { chunkSize, count } = partsOf(video.sizeBytes);
  const source_info = {
    source: 'FILE_UPLOAD',
    video_size: video.sizeBytes,
    chunk_size: chunkSize,
    total_chunk_count: count,
  };
  const isDraft = creator.privacy === null;
  const path = `/v2/post/publish/${isDraft ? 'inbox/' : ''}video/init/`;
  const json = isDraft ? { source_info } : { post_info: postInfo(post, creator), source_info };
  const reply = await callTiktok(call, { path, json });
  if (reply.kind !== 'ok') return reply;
  const body = readInit(reply.data);
  if (body === undefined) return { kind: 'lost', reason: 'the response has no upload URL' };
  return { kind: 'opened', publishId: body.publish_id, uploadUrl: body.upload_url };
}

function postInfo(post: Post, creator: Progress['creator']): object {
  const settings = readOptions(options, post.settings).options;
  const cover = settings.videoCoverTimestampMs;
  return {
    title: post.text,
    privacy_level: creator.privacy,
    disable_comment: !creator.comments,
    disable_duet: !creator.duet,
    disable_stitch: !creator.stitch,
    brand_content_toggle: settings.brandContentToggle === true,
    brand_organic_toggle: settings.brandOrganicToggle === true,
    ...(cover === undefined ? {} : { video_cover_timestamp_ms: cover }),
  };
}

/** `more`: the next part is expected. `complete`: TikTok has all bytes. `expired`: the upload URL no longer works. */
type Put = { kind: 'more' | 'complete' | 'expired' | 'rateLimited' } | { kind: 'notSent' | 'lost'; reason: string };

export async function putPart(call: TiktokAccountCall, video: Media, { uploadUrl, offset }: Progress): Promise<Put> {
  const { chunkSize } = partsOf(video.sizeBytes);
  const end = offset >= lastStart(video.sizeBytes) ? video.sizeBytes : offset + chunkSize;
  const part = partOf(video, offset, end);
  const reply = await call.http.send({
    method: 'PUT',
    url: uploadUrl ?? '',
    headers: { 'content-range': `bytes ${offset}-${end - 1}/${video.sizeBytes}` },
    body: { contentType: video.contentType, sizeBytes: part.sizeBytes, open: () => part.open() },
    uploadMs: uploadMs(part.sizeBytes),
  });
  if (reply.kind === 'notSent') return reply;
  if (reply.kind === 'noResponse') return { kind: 'lost', reason: reply.reason };
  if (reply.status === 206) return { kind: 'more' };
  if (reply.status === 201) return { kind: 'complete' };
  if (reply.status === 429) return { kind: 'rateLimited' };
  const isExpired = [403, 404, 410].includes(reply.status);
  return isExpired ? { kind: 'expired' } : { kind: 'lost', reason: `status ${reply.status}` };
}
