import { Type } from 'typebox';
import { responseReader } from '../shared/response-reader.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import type { TiktokAccountCall } from './call.ts';
import { callTiktok, type TiktokFailure } from './client.ts';

export const VideoId = Type.Union([Type.String({ pattern: '^[0-9]{1,25}$' }), Type.Integer({ minimum: 1 })]);
const Video = Type.Object({
  id: VideoId,
  create_time: Type.Number(),
  share_url: Type.Optional(Type.Unknown()),
  cover_image_url: Type.Optional(Type.Unknown()),
  video_description: Type.Optional(Type.Unknown()),
  title: Type.Optional(Type.Unknown()),
});
const readVideo = responseReader(Video);

export type ListedVideo = {
  id: string;
  publishedAt: Date;
  url: string | undefined;
  cover: string | undefined;
  text: string;
};

const fields = 'id,create_time,cover_image_url,share_url,video_description,title';
const textMax = 5000;

/** Newest first; items that cannot be parsed are skipped. */
export async function listVideos(
  call: TiktokAccountCall,
  limit: number,
): Promise<{ kind: 'videos'; videos: ListedVideo[] } | TiktokFailure> {
  const json = { max_count: Math.min(limit, 20) };
  const reply = await callTiktok(call, { path: '/v2/video/list/', query: { fields }, json });
  if (reply.kind !== 'ok') return reply;
  const { videos = [] } = reply.data;
  if (!Array.isArray(videos)) return { kind: 'lost', reason: 'the list could not be parsed' };
  return { kind: 'videos', videos: videos.flatMap(toVideo) };
}

function toVideo(value: unknown): ListedVideo[] {
  const video = readVideo(value);
  const publishedAt = new Date((video?.create_time ?? Number.NaN) * 1000);
  if (video === undefined || Number.isNaN(publishedAt.getTime())) return [];
  const text = platformText(video.video_description, textMax) || platformText(video.title, textMax) || '';
  const urls = { url: plainUrl(video.share_url), cover: webUrl(video.cover_image_url) };
  return [{ id: String(video.id), publishedAt, text, ...urls }];
}

/** Removes the tracking parameters that TikTok adds. */
function plainUrl(value: unknown): string | undefined {
  const url = webUrl(value);
  if (url === undefined) return undefined;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
