import type { ExternalPost, ExternalPosts, PostSearch } from '../adapter.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import type { YoutubeCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { findUpload, isVideoId, listUploads, type ListedVideo } from './uploads-list.ts';

const textMax = 6000;

export const externalPosts: ExternalPosts<YoutubeCall> = {
  list: async (call, { limit }) => {
    const list = await listUploads(call, limit);
    if (list.kind !== 'videos') return toStepRefusal(call, list);
    return { kind: 'posts', posts: list.videos.slice(0, limit).map(toExternalPost) };
  },

  find: async (call, search) => {
    const id = idOf(search);
    if (id === undefined) return { kind: 'post', post: undefined };
    const list = await findUpload(call, id);
    if (list.kind !== 'videos') return toStepRefusal(call, list);
    return { kind: 'post', post: list.videos.map(toExternalPost)[0] };
  },
};

function toExternalPost({ id, url, description, publishedAt, thumbnail }: ListedVideo): ExternalPost {
  return {
    platformPostId: id,
    platformPostUrl: url,
    content: platformText(description, textMax) ?? '',
    publishedAt,
    mediaItems: [{ type: 'video', url: undefined, thumbnail: webUrl(thumbnail) }],
  };
}

function idOf(search: PostSearch): string | undefined {
  const id = 'id' in search ? search.id : idInUrl(search.url);
  return id !== undefined && isVideoId(id) ? id : undefined;
}

function idInUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return undefined;
  const { host, pathname, searchParams } = url;
  if (host === 'youtu.be') return /^\/([\w-]+)\/?$/.exec(pathname)?.[1];
  if (!/^(?:(?:www|m)\.)?youtube\.com$/.test(host)) return undefined;
  if (pathname === '/watch') return searchParams.get('v') ?? undefined;
  return /^\/(?:shorts|live)\/([\w-]+)\/?$/.exec(pathname)?.[1];
}
