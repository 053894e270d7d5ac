import type { LedgerMedia } from '../../core/state/ledger.ts';
import { collection } from '../../core/state/store.ts';

export type Video = {
  readonly id: string;
  readonly ownerId: string;
  /** The upload form must contain these unchanged. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly expiresAt: number;
  /** Set once the bytes are stored. */
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
