import type { LedgerMedia } from '../../core/state/ledger.ts';
import { collection, type Reader } from '../../core/state/store.ts';

export type Pin = {
  readonly id: string;
  readonly ownerId: string;
  readonly boardId: string;
  readonly isSecret: boolean;
  readonly title: string | null;
  readonly description: string | null;
  readonly altText: string | null;
  readonly link: string | null;
  readonly dominantColor: string | null;
  readonly files: readonly LedgerMedia[];
  readonly coverUrl: string | null;
  readonly createdAt: number;
  readonly isDeleted: boolean;
};

export const pins = collection<Pin>('pinterest/pins');

export const pinsOf = (reader: Reader, ownerId: string): Pin[] =>
  pins.all(reader).filter((pin) => pin.ownerId === ownerId && !pin.isDeleted);

export const pinUrl = ({ id }: Pick<Pin, 'id'>): string => `https://www.pinterest.com/pin/${id}/`;
