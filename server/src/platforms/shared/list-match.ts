import type { Settled } from '../adapter.ts';

type Listed = { id: string; url?: string | undefined; publishedAt: Date };

/** Clocks differ. */
const clockSkewMs = 60_000;

/**
 * What a list of an account's own posts tells of one whose answer was lost: people post by hand too, so that it must be
 * young enough and like it, and the only one. A list lags, so that nothing in it says that the post is not there.
 */
export function matchListed<Item extends Listed>(
  items: readonly Item[],
  { sentAt, isLike }: { sentAt: Date; isLike(item: Item): boolean },
): Settled {
  const since = sentAt.getTime() - clockSkewMs;
  const [first, ...others] = items.filter((item) => item.publishedAt.getTime() >= since && isLike(item));
  if (first === undefined) return inconclusive('it is not in the list of posts');
  if (others.length > 0) return inconclusive('several posts in the list could be it');
  return { kind: 'found', id: first.id, ...(first.url === undefined ? {} : { url: first.url }) };
}

/** The look-up failed or tells nothing yet: a later one may. */
export function inconclusive(reason: string): Settled {
  return { kind: 'inconclusive', reason, canAskAgain: true };
}
