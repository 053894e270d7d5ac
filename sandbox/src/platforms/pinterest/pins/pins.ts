import type { LedgerMedia } from '../../../core/state/ledger.ts';
import { collection, type Reader } from '../../../core/state/store.ts';
import type { Caller } from '../api-route.ts';
import { errors, refuse } from '../errors.ts';

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

/** Pins on secret boards need the secret scope. */
export function requirePin(reader: Reader, { person, scopes }: Caller, request: { id: string; secret: string }): Pin {
  const pin = pins.get(reader, request.id);
  if (pin === undefined || pin.isDeleted) refuse(errors.pinNotFound());
  const isOwn = pin.ownerId === person.id && (!pin.isSecret || scopes.includes(request.secret));
  return isOwn ? pin : refuse(errors.forbidden());
}

export const pinUrl = ({ id }: Pick<Pin, 'id'>): string => `https://www.pinterest.com/pin/${id}/`;
