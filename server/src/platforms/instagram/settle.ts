import type { Post, Publish, Settled } from '../adapter.ts';
import { comparableText } from '../shared/comparable-text.ts';
import { inconclusive, matchListed } from '../shared/list-match.ts';
import { reasonOf } from '../meta/graph.ts';
import { settleContainer } from '../meta/publish-container.ts';
import { webUrl } from '../shared/platform-text.ts';
import type { InstagramAccountCall, InstagramCall } from './call.ts';
import { containers } from './containers.ts';
import { listMedia, type ListedMedia } from './media-list.ts';
import { postTypeOf } from './options.ts';
import { isVideo } from './payloads.ts';

export const settle: Publish<InstagramCall>['settle'] = (call, post, { publishState, sentAt }) =>
  settleContainer(containers, call, publishState, () => findPublished(call, post, sentAt));

/** Instagram's page size, and the number of posts allowed in a day. */
const listLimit = 100;

async function findPublished(call: InstagramAccountCall, post: Post, sentAt: Date): Promise<Settled> {
  const edge = postTypeOf(post) === 'story' ? 'stories' : 'media';
  const list = await listMedia(call, { edge, limit: listLimit });
  if (list.kind !== 'items')
    return inconclusive(`the post is published, but its ID could not be read: ${reasonOf(list)}`);
  const items = list.items.map((item) => ({ ...item, id: String(item.id), url: webUrl(item.permalink) }));
  return matchListed(items, { sentAt, isSamePost: (item) => isSamePost(item, post) });
}

function isSamePost(item: ListedMedia, post: Post): boolean {
  const type = postTypeOf(post);
  const [first] = post.media;
  if (type === 'carousel') {
    const count = item.children?.data.length;
    return item.media_type === 'CAROUSEL_ALBUM' && count === post.media.length && hasText(item, post.text);
  }
  const mediaType = first !== undefined && isVideo(first) ? 'VIDEO' : 'IMAGE';
  return item.media_type === mediaType && (type === 'story' || hasText(item, post.text));
}

function hasText({ caption = '' }: ListedMedia, text: string): boolean {
  return comparableText(caption) === comparableText(text);
}
