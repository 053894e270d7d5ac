import { createHash } from 'node:crypto';
import { collection, type Reader, type Tx } from './store.ts';

export const statisticNames = [
  'impressions',
  'reach',
  'likes',
  'comments',
  'shares',
  'saves',
  'clicks',
  'views',
] as const;

export type Statistics = Readonly<Record<(typeof statisticNames)[number], number>>;

type Subject = { readonly platform: string; readonly id: string };

/** `comments`: the real number, where people can comment. */
type CountedPost = Subject & { readonly createdAt: number; readonly comments?: number };

const setStatistics = collection<Partial<Statistics>>('core/statistics');
const setFollowers = collection<{ readonly count: number }>('core/followers');
const keyOf = ({ platform, id }: Subject): string => `${platform}/${id}`;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Grows quickly at first, then hardly. Derived from the ID, so the same seed gives the same numbers; numbers set
 * through the control API stay.
 */
export function statisticsOf(reader: Reader, now: number, post: CountedPost): Statistics {
  const ageHours = Math.max(0, now - post.createdAt) / hourMs;
  const grown = 1 - Math.exp(-ageHours / 18);
  const share = sharesOf(keyOf(post));
  const reach = (40 + 960 * share()) * grown;
  const part = (least: number, most: number): number => Math.round(reach * (least + (most - least) * share()));
  return {
    reach: Math.round(reach),
    impressions: part(1.1, 1.6),
    views: part(1.1, 1.6),
    likes: part(0.02, 0.12),
    shares: part(0, 0.02),
    saves: part(0, 0.03),
    clicks: part(0, 0.05),
    ...{ comments: post.comments ?? part(0, 0.02) },
    ...setStatistics.get(reader, keyOf(post)),
  };
}

export function setStatisticsOf(tx: Tx, post: Subject, values: Partial<Statistics>): void {
  setStatistics.put(tx, keyOf(post), { ...setStatistics.get(tx, keyOf(post)), ...values });
}

/** Accounts stored by an older version have no `followersCount`. */
type Followed = Subject & { readonly followersCount: number | undefined };

const firstDay = Date.parse('2026-01-01T00:00:00.000Z') / dayMs;

/** Starts with `followersCount` in 2026 and grows slowly, with ups and downs. */
export function followersOf(reader: Reader, now: number, account: Followed): number {
  const { followersCount = 0 } = account;
  const days = now / dayMs - firstDay;
  const wave = Math.sin(days / 9) * 0.004;
  return setFollowers.get(reader, keyOf(account))?.count ?? Math.round(followersCount * (1 + days * 0.0015 + wave));
}

export function setFollowersOf(tx: Tx, account: Subject, count: number): void {
  setFollowers.put(tx, keyOf(account), { count });
}

/** Numbers from 0 to 1, derived from the text. */
function sharesOf(text: string): () => number {
  const bytes = createHash('sha256').update(text).digest();
  let offset = 0;
  return () => {
    offset += 2;
    return bytes.readUInt16BE(offset) / 0xffff;
  };
}
