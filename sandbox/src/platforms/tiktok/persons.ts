import { createPersons } from '../../core/state/persons.ts';
import { limits, privacyLevels, type PrivacyLevel } from './limits.ts';

export type Person = {
  readonly openId: string;
  readonly username: string;
  readonly displayName: string;
  readonly followerCount: number;
  /** Offered to the creator in this order. */
  readonly privacyLevels: readonly PrivacyLevel[];
  readonly commentDisabled: boolean;
  readonly duetDisabled: boolean;
  readonly stitchDisabled: boolean;
  readonly maxVideoSeconds: number;
  /** 0: unlimited, here and below. */
  readonly postsPerDay: number;
  readonly pendingSharesPerDay: number;
  readonly isBanned: boolean;
  /** Unaudited apps may only create private posts. */
  readonly isAppAudited: boolean;
  readonly rotatesRefreshToken: boolean;
  readonly listsPhotos: boolean;
};

export const persons = createPersons<Person>({
  platform: 'tiktok',
  idOf: ({ openId }) => openId,
  nameOf: ({ username }) => username,
  isName: (name) => /^[a-z0-9._]{2,24}$/.test(name) && !name.endsWith('.'),
  create: (name, random) => newPerson(name, `-000${random.text(32)}`),
});
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
