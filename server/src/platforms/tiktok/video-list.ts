import { Type } from 'typebox';
import { responseReader } from '../shared/response-reader.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import type { TiktokAccountCall } from './call.ts';
import { callTiktok, type TiktokFailure } from './client.ts';

/** Drafts and non-public posts have only a publish ID, which TikTok does not accept here. */
export const isVideoId = (id: string): boolean => /^[0-9]{1,25}$/.test(id);

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

type VideoList = { kind: 'videos'; videos: ListedVideo[] } | TiktokFailure;

export async function listVideos(call: TiktokAccountCall, limit: number): Promise<VideoList> {
  return await readList(call, '/v2/video/list/', { max_count: Math.min(limit, 20) });
}

/** Returns at most one post; TikTok leaves out other accounts' posts. */
export async function findVideo(call: TiktokAccountCall, id: string): Promise<VideoList> {
  const list = await readList(call, '/v2/video/query/', { filters: { video_ids: [id] } });
  return list.kind === 'videos' ? { ...list, videos: list.videos.filter((video) => video.id === id) } : list;
}

async function readList(call: TiktokAccountCall, path: string, json: object): Promise<VideoList> {
  const reply = await callTiktok(call, { path, query: { fields }, json });
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

/** TikTok adds tracking parameters. */
function plainUrl(value: unknown): string | undefined {
  const url = webUrl(value);
  if (url === undefined) return undefined;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
