import type { LedgerMedia } from '../../core/ledger.ts';
import { collection } from '../../core/store.ts';

/** A video that was announced, and what became of it. */
export type Video = {
  readonly id: string;
  readonly ownerId: string;
  /** What the storage wants to be sent with the file, word by word. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly expiresAt: number;
  /** From here on the bytes are there, and being processed until `readyAt`. */
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
