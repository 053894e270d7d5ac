import type { AccountCall, Post, Publish, Settled } from '../adapter.ts';
import { comparableText } from '../shared/comparable-text.ts';
import type { GraphFailure } from '../shared/meta-graph.ts';
import { webUrl } from '../shared/network-text.ts';
import { readContainer } from './container-status.ts';
import { readHandle } from './handle.ts';
import { listMedia, type ListedMedia } from './media-list.ts';
import { postTypeOf } from './options.ts';
import { isVideo } from './payloads.ts';

/** The container alone says whether it was published; only its id must be looked for in the list. */
export const settle: Publish['settle'] = async (call, post, { handle, sentAt }) => {
  const { container } = readHandle(handle);
  if (container === null) throw new Error('nothing was sent without a container');
  const status = await readContainer(call, container);
  if (status.kind !== 'status') return inconclusive(reasonOf(status));
  switch (status.code) {
    case 'PUBLISHED':
      return await findPublished(call, post, sentAt);
    case 'FINISHED':
    case 'ERROR':
    case 'EXPIRED':
      return { kind: 'absent' };
    case 'IN_PROGRESS':
      return inconclusive('Instagram is still working on it');
  }
};

/** As many as it lists at once, and as may be published in a day. */
const listLimit = 100;
const clockSkewMs = 60_000;

/** The newest item need not be ours: lists lag, and people post by hand. */
async function findPublished(call: AccountCall, post: Post, sentAt: Date): Promise<Settled> {
  const edge = postTypeOf(post) === 'story' ? 'stories' : 'media';
  const list = await listMedia(call, { edge, limit: listLimit });
  if (list.kind !== 'items') return inconclusive(`published, but its id could not be read: ${reasonOf(list)}`);
  const since = sentAt.getTime() - clockSkewMs;
  const [first, ...others] = list.items.filter((item) => item.publishedAt.getTime() >= since && isLike(item, post));
  if (first === undefined) return inconclusive('published, but not in the list yet');
  if (others.length > 0) return inconclusive('published, but several posts in the list could be it');
  const url = webUrl(first.permalink);
  return { kind: 'found', id: String(first.id), ...(url === undefined ? {} : { url }) };
}

function isLike(item: ListedMedia, post: Post): boolean {
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

function inconclusive(reason: string): Settled {
  return { kind: 'inconclusive', reason, canAskAgain: true };
}

function reasonOf(failure: GraphFailure): string {
  return failure.kind === 'error' ? failure.error.platformError : failure.reason;
}
