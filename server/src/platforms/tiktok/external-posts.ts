import type { ExternalPost, ExternalPosts } from '../adapter.ts';
import type { TiktokCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { findVideo, isVideoId, listVideos, type ListedVideo } from './video-list.ts';

const urlPattern = /^https:\/\/(?:(?:www|m)\.)?tiktok\.com\/@[^/?#]+\/(?:video|photo)\/([0-9]{1,25})\/?(?:[?#]|$)/i;

export const externalPosts: ExternalPosts<TiktokCall> = {
  list: async (call, { limit }) => {
    const list = await listVideos(call, limit);
    if (list.kind !== 'videos') return toStepRefusal(list);
    return { kind: 'posts', posts: list.videos.slice(0, limit).map(toExternalPost) };
  },

  find: async (call, search) => {
    const id = 'id' in search ? search.id : urlPattern.exec(search.url)?.[1];
    if (id === undefined || !isVideoId(id)) return { kind: 'post', post: undefined };
    const list = await findVideo(call, id);
    if (list.kind !== 'videos') return toStepRefusal(list);
    return { kind: 'post', post: list.videos.map(toExternalPost)[0] };
  },
};

function toExternalPost({ id, publishedAt, url, cover, text }: ListedVideo): ExternalPost {
  return {
    platformPostId: id,
    platformPostUrl: url,
    content: text,
    publishedAt,
    mediaItems: [{ type: isPhoto(url) ? 'image' : 'video', url: undefined, thumbnail: cover }],
  };
}

const isPhoto = (url: string | undefined): boolean => url?.includes('/photo/') === true;
