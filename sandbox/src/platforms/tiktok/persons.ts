import type { Random } from '../../core/random.ts';
import { collection, type Reader, type Tx } from '../../core/store.ts';
import { limits, privacyLevels, type PrivacyLevel } from './limits.ts';

export type Person = {
  readonly openId: string;
  readonly username: string;
  readonly displayName: string;
  readonly followerCount: number;
  /** What the creator may choose from, in this order. */
  readonly privacyLevels: readonly PrivacyLevel[];
  readonly commentDisabled: boolean;
  readonly duetDisabled: boolean;
  readonly stitchDisabled: boolean;
  readonly maxVideoSeconds: number;
  /** 0 is without limit, as below. */
  readonly postsPerDay: number;
  readonly pendingSharesPerDay: number;
  readonly isBanned: boolean;
  /** Apps that were not looked at may only post what nobody else sees. */
  readonly isAppAudited: boolean;
  readonly rotatesRefreshToken: boolean;
  readonly listsPhotos: boolean;
};

const stored = collection<Person>('tiktok/persons');

export const persons = {
  get: (reader: Reader, openId: string): Person | undefined => stored.get(reader, openId),
  all: (reader: Reader): Person[] => stored.all(reader),
  named: (reader: Reader, username: string): Person | undefined =>
    stored.all(reader).find((person) => person.username === username),
  put: (tx: Tx, person: Person): void => stored.put(tx, person.openId, person),
};

export const canBeUsername = (name: string): boolean => /^[a-z0-9._]{2,24}$/.test(name) && !name.endsWith('.');
export const profileUrlOf = ({ username }: Person): string => `https://www.tiktok.com/@${username}`;

export function newPerson(username: string, openId: string): Person {
  return {
    openId,
    username,
    displayName: username,
    followerCount: 0,
    privacyLevels,
    commentDisabled: false,
    duetDisabled: false,
    stitchDisabled: false,
    maxVideoSeconds: limits.videoSeconds,
    postsPerDay: limits.postsPerDay,
    pendingSharesPerDay: limits.pendingSharesPerDay,
    isBanned: false,
    isAppAudited: true,
    rotatesRefreshToken: true,
    listsPhotos: true,
  };
}

export const freshOpenId = (random: Random): string => `-000${random.text(32)}`;
