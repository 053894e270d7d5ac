import { createPersons } from '../../core/state/persons.ts';
import type { Reader } from '../../core/state/store.ts';
import { loginNames, type LoginPerson } from '../meta/login-persons.ts';
import { limits } from './limits.ts';

/** Instagram uses several spellings. */
export const accountTypes = ['BUSINESS', 'Business', 'MEDIA_CREATOR', 'Media_Creator', 'PERSONAL'] as const;
export type AccountType = (typeof accountTypes)[number];

export type Person = LoginPerson & {
  readonly appScopedId: string;
  readonly accountType: AccountType;
  readonly followersCount: number;
  readonly followsCount: number;
  readonly quotaTotal: number;
  /** Instagram sometimes wraps replies in `{"data":[…]}`. */
  readonly wrapsResponses: boolean;
  readonly isRestricted: boolean;
  readonly refusesTemplates: boolean;
};

export const persons = createPersons<Person>({
  ...loginNames,
  platform: 'instagram',
  create: (name, random) =>
    newPerson(name, { userId: `1784${random.digits(13)}`, appScopedId: `2${random.digits(16)}` }),
  identifiersOf: ({ username, userId, appScopedId }) => [username, userId, appScopedId],
});

export const findPerson = (reader: Reader, account: string): Person | undefined =>
  persons.get(reader, account) ?? persons.named(reader, account);

export function newPerson(username: string, ids: Pick<Person, 'userId' | 'appScopedId'>): Person {
  return {
    ...ids,
    username,
    fullName: username,
    accountType: 'BUSINESS',
    followersCount: 256,
    followsCount: 64,
    quotaTotal: limits.quotaTotal,
    wrapsResponses: false,
    isRestricted: false,
    refusesTemplates: false,
    droppedScopes: [],
  };
}
