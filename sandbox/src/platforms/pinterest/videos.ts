import type { LedgerMedia } from '../../core/state/ledger.ts';
import { collection } from '../../core/state/store.ts';

/** A registered video. */
export type Video = {
  readonly id: string;
  readonly ownerId: string;
  /** Fields that the upload form must contain unchanged. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly expiresAt: number;
  /** Set when the bytes are stored; processing ends at `readyAt`. */
  readonly readyAt?: number;
  readonly file?: LedgerMedia;
  readonly isFailed?: boolean;
};

export const videos = collection<Video>('pinterest/videos');

export const keyOf = (id: string): string => `uploads/${id}.mp4`;

type Status = 'registered' | 'processing' | 'succeeded' | 'failed';

export function statusOf({ readyAt, isFailed }: Video, now: number): Status {
  if (readyAt === undefined) return 'registered';
  if (now < readyAt) return 'processing';
  return isFailed === true ? 'failed' : 'succeeded';
}
