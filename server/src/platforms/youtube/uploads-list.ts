import { Type, type Static } from 'typebox';
import { responseReader } from '../shared/response-reader.ts';
import type { YoutubeAccountCall } from './call.ts';
import { callYoutube, type GoogleFailure } from './client.ts';
import { videoUrl } from './upload.ts';

const idPattern = '^[\\w-]{1,32}$';
const Snippet = Type.Object({
  publishedAt: Type.String(),
  channelId: Type.Optional(Type.String()),
  title: Type.String(),
  description: Type.Optional(Type.String()),
  thumbnails: Type.Optional(Type.Object({ default: Type.Optional(Type.Object({ url: Type.Unknown() })) })),
});
const Item = Type.Object({
  snippet: Snippet,
  contentDetails: Type.Object({
    videoId: Type.String({ pattern: idPattern }),
    videoPublishedAt: Type.Optional(Type.String()),
  }),
});
const readItem = responseReader(Item);
const readVideo = responseReader(Type.Object({ id: Type.String({ pattern: idPattern }), snippet: Snippet }));

export const isVideoId = (text: string): boolean => new RegExp(idPattern).test(text);

export type ListedVideo = {
  id: string;
  url: string;
  title: string;
  description: string;
  publishedAt: Date;
  thumbnail: unknown;
};

type VideoList = { kind: 'videos'; videos: ListedVideo[] } | GoogleFailure;

export async function listUploads(call: YoutubeAccountCall, limit: number): Promise<VideoList> {
  const playlistId = call.account.state['uploads'];
  if (typeof playlistId !== 'string') return { kind: 'videos', videos: [] };
  const query = { part: 'snippet,contentDetails', playlistId, maxResults: String(Math.min(limit, 50)) };
  return await readList(call, { url: '/youtube/v3/playlistItems', query }, (value) => {
    const item = readItem(value);
    if (item === undefined) return [];
    const { videoId, videoPublishedAt } = item.contentDetails;
    // Private videos are listed without a publication date.
    return toVideo(videoId, { ...item.snippet, publishedAt: videoPublishedAt ?? item.snippet.publishedAt });
  });
}

export async function findUpload(call: YoutubeAccountCall, id: string): Promise<VideoList> {
  const query = { part: 'snippet', id };
  return await readList(call, { url: '/youtube/v3/videos', query }, (value) => {
    const video = readVideo(value);
    const isOwn = video?.id === id && video.snippet.channelId === call.account.providerAccountId;
    return isOwn ? toVideo(id, video.snippet) : [];
  });
}

async function readList(
  call: YoutubeAccountCall,
  request: Parameters<typeof callYoutube>[1],
  read: (item: unknown) => ListedVideo[],
): Promise<VideoList> {
  const reply = await callYoutube(call, request);
  if (reply.kind !== 'ok') return reply;
  const { items = [] } = reply.json;
  if (!Array.isArray(items)) return { kind: 'lost', reason: 'the list could not be parsed' };
  return { kind: 'videos', videos: items.flatMap(read) };
}

function toVideo(id: string, snippet: Static<typeof Snippet>): ListedVideo[] {
  const publishedAt = new Date(snippet.publishedAt);
  if (Number.isNaN(publishedAt.getTime())) return [];
  const { title, description = '', thumbnails } = snippet;
  return [{ id, url: videoUrl(id), title, description, publishedAt, thumbnail: thumbnails?.default?.url }];
}
