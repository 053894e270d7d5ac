import type { LedgerMedia } from '../../core/state/ledger.ts';
import { collection, type Collection } from '../../core/state/store.ts';

export type Photo = {
  readonly id: string;
  readonly file: LedgerMedia;
  readonly postId?: string;
};

export const photosOf = (pageId: string): Collection<Photo> => collection<Photo>(`facebook/photos/${pageId}`);
