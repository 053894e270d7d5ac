import { Type } from 'typebox';
import type { AccountCall, Media, Post } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { partOf } from '../shared/bodies.ts';
import { readOptions } from '../shared/read-options.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import { callTiktok, type TiktokFailure } from './client.ts';
import type { Progress } from './handle.ts';
import { options } from './options.ts';

const partBytes = 10_000_000;

/** TikTok rounds the number of parts down: the last one takes what is left. */
export function partsOf(sizeBytes: number): { chunkSize: number; count: number } {
  const chunkSize = Math.min(sizeBytes, partBytes);
  return { chunkSize, count: Math.floor(sizeBytes / chunkSize) };
}

/** Where the last part begins. */
export function lastStart(sizeBytes: number): number {
  const { chunkSize, count } = partsOf(sizeBytes);
  return (count - 1) * chunkSize;
}

const readInit = answerReader(
  Type.Object({
    publish_id: Type.String({ minLength: 1, maxLength: 200 }),
    upload_url: Type.String({ pattern: '^https://[\\w.-]+\\.tiktokapis\\.com/' }),
  }),
);

type Opened = { kind: 'opened'; publishId: string; uploadUrl: string } | TiktokFailure;

/** Nothing is published by this: that takes the last byte. */
export async function openUpload(call: AccountCall, post: Post, { creator }: Progress): Promise<Opened> {
  const [video] = post.media;
  if (video === undefined) throw new Error('a post without a video was not to come this far');
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
  const answer = readInit(reply.data);
  if (answer === undefined) return { kind: 'lost', reason: 'an answer without an upload address' };
  return { kind: 'opened', publishId: answer.publish_id, uploadUrl: answer.upload_url };
}

function postInfo(post: Post, creator: Progress['creator']): object {
  const given = readOptions(options, post.settings).options;
  const cover = given.videoCoverTimestampMs;
  return {
    title: post.text,
    privacy_level: creator.privacy,
    disable_comment: !creator.comments,
    disable_duet: !creator.duet,
    disable_stitch: !creator.stitch,
    brand_content_toggle: given.brandContentToggle === true,
    brand_organic_toggle: given.brandOrganicToggle === true,
    ...(cover === undefined ? {} : { video_cover_timestamp_ms: cover }),
  };
}

/** `more`: it waits for the next part. `gone`: the address has expired. `busy`: it is to come back later. */
type Put = { kind: 'more' | 'whole' | 'gone' | 'busy' } | { kind: 'notSent' | 'lost'; reason: string };

export async function putPart(call: AccountCall, video: Media, { uploadUrl, offset }: Progress): Promise<Put> {
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
  if (reply.kind === 'noAnswer') return { kind: 'lost', reason: reply.reason };
  if (reply.status === 206) return { kind: 'more' };
  if (reply.status === 201) return { kind: 'whole' };
  if (reply.status === 429) return { kind: 'busy' };
  const isGone = [403, 404, 410].includes(reply.status);
  return isGone ? { kind: 'gone' } : { kind: 'lost', reason: `status ${reply.status}` };
}
