import type { ExternalPost, ExternalPosts } from '../adapter.ts';
import type { PinterestCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { findPin, isPinId, listPins, type ListedPin } from './pins.ts';

/** Pinterest has many country hosts, and the ID may follow a title. */
const urlPattern =
  /^https:\/\/(?:[a-z]{2,3}\.)?pinterest\.(?:[a-z]{2,3}|com?\.[a-z]{2})\/pin\/(?:[^/?#]*--)?([0-9]{1,25})\/?(?:[?#]|$)/i;

export const externalPosts: ExternalPosts<PinterestCall> = {
  list: async (call, { limit }) => {
    const list = await listPins(call, limit);
    if (list.kind !== 'pins') return toStepRefusal(list);
    return { kind: 'posts', posts: list.pins.slice(0, limit).map(toExternalPost) };
  },

  find: async (call, search) => {
    const id = 'id' in search ? search.id : urlPattern.exec(search.url)?.[1];
    if (id === undefined || !isPinId(id)) return { kind: 'post', post: undefined };
    const result = await findPin(call, id);
    if (result.kind === 'pin') return { kind: 'post', post: result.pin && toExternalPost(result.pin) };
    const refusal = toStepRefusal(result);
    // Missing, or of another account.
    const isOther = result.kind === 'error' && [403, 404].includes(result.error.status) && refusal.kind === 'rejected';
    return isOther ? { kind: 'post', post: undefined } : refusal;
  },
};

function toExternalPost({ id, url, publishedAt, description, mediaType, imageUrl }: ListedPin): ExternalPost {
  return {
    platformPostId: id,
    platformPostUrl: url,
    content: description,
    publishedAt,
    mediaItems: [{ type: mediaType === 'video' ? 'video' : 'image', url: imageUrl, thumbnail: imageUrl }],
  };
}
