import { Type } from 'typebox';
import { responseReader } from '../shared/response-reader.ts';
import type { YoutubeAccountCall } from './call.ts';
import { callYoutube, type GoogleFailure } from './client.ts';
import { videoUrl } from './upload.ts';

const Item = Type.Object({
  snippet: Type.Object({
    publishedAt: Type.String(),
    title: Type.String(),
    description: Type.Optional(Type.String()),
    thumbnails: Type.Optional(Type.Object({ default: Type.Optional(Type.Object({ url: Type.Unknown() })) })),
  }),
  contentDetails: Type.Object({
    videoId: Type.String({ pattern: '^[\\w-]{1,32}$' }),
    videoPublishedAt: Type.Optional(Type.String()),
  }),
});
const readItem = responseReader(Item);

export type ListedVideo = {
  id: string;
  url: string;
  title: string;
  description: string;
  publishedAt: Date;
  thumbnail: unknown;
};

/** Lists the channel's uploads, newest first; items that cannot be parsed are skipped. */
export async function listUploads(
  call: YoutubeAccountCall,
  limit: number,
): Promise<{ kind: 'videos'; videos: ListedVideo[] } | GoogleFailure> {
  const playlistId = call.account.state['uploads'];
  if (typeof playlistId !== 'string') return { kind: 'videos', videos: [] };
  const query = { part: 'snippet,contentDetails', playlistId, maxResults: String(Math.min(limit, 50)) };
  const reply = await callYoutube(call, { url: '/youtube/v3/playlistItems', query });
  if (reply.kind !== 'ok') return reply;
  const { items = [] } = reply.json;
  if (!Array.isArray(items)) return { kind: 'lost', reason: 'the list could not be parsed' };
  return { kind: 'videos', videos: items.flatMap(toVideo) };
}

function toVideo(value: unknown): ListedVideo[] {
  const item = readItem(value);
  // A private video is listed without a publication date.
  const publishedAt = new Date(item?.contentDetails.videoPublishedAt ?? item?.snippet.publishedAt ?? Number.NaN);
  if (item === undefined || Number.isNaN(publishedAt.getTime())) return [];
  const { title, description = '', thumbnails } = item.snippet;
  const { videoId: id } = item.contentDetails;
  return [{ id, url: videoUrl(id), title, description, publishedAt, thumbnail: thumbnails?.default?.url }];
}
