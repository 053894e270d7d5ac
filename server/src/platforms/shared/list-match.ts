import type { Settled } from '../adapter.ts';

type Listed = { id: string; url?: string | undefined; publishedAt: Date };

/** Tolerates a platform's clock that is behind ours. */
const clockSkewMs = 60_000;

/**
 * Finds a post whose response was lost. People also post by hand, so the match must be recent and unique; lists lag
 * behind, so a missing post proves nothing.
 */
export function matchListed<Item extends Listed>(
  items: readonly Item[],
  { sentAt, isSamePost }: { sentAt: Date; isSamePost(item: Item): boolean },
): Settled {
  const since = sentAt.getTime() - clockSkewMs;
  const [first, ...others] = items.filter((item) => item.publishedAt.getTime() >= since && isSamePost(item));
  if (first === undefined) return inconclusive('the list of posts does not contain it');
  if (others.length > 0) return inconclusive('several posts in the list match');
  return { kind: 'found', id: first.id, ...(first.url === undefined ? {} : { url: first.url }) };
}

export function inconclusive(reason: string): Settled {
  return { kind: 'inconclusive', reason, canAskAgain: true };
}
