import type { Random } from '../../core/random.ts';
import { collection, type Reader, type Tx } from '../../core/store.ts';
import { limits } from './limits.ts';

export const accountTypes = ['BUSINESS', 'MEDIA_CREATOR', 'PERSONAL'] as const;
export type AccountType = (typeof accountTypes)[number];

export type Person = {
  /** The professional account's id; the app knows the same person under `appScopedId` too. */
  readonly userId: string;
  readonly appScopedId: string;
  readonly username: string;
  readonly fullName: string;
  readonly accountType: AccountType;
  readonly followersCount: number;
  readonly followsCount: number;
  readonly quotaTotal: number;
  /** Some answers of the network come inside `{"data":[…]}`: those about this person do. */
  readonly wrapsAnswers: boolean;
  readonly isRestricted: boolean;
  /** Scopes this person never grants. */
  readonly droppedScopes: readonly string[];
};

const stored = collection<Person>('instagram/persons');

export const persons = {
  get: (reader: Reader, userId: string): Person | undefined => stored.get(reader, userId),
  all: (reader: Reader): Person[] => stored.all(reader),
  named: (reader: Reader, username: string): Person | undefined =>
    stored.all(reader).find((person) => person.username === username),
  put: (tx: Tx, person: Person): void => stored.put(tx, person.userId, person),
};

export const canBeUsername = (name: string): boolean => /^(?!.*\.\.)(?!\.)[a-z0-9._]{1,30}(?<!\.)$/.test(name);

export function newPerson(username: string, ids: Pick<Person, 'userId' | 'appScopedId'>): Person {
  return {
    ...ids,
    username,
    fullName: username,
    accountType: 'BUSINESS',
    followersCount: 256,
    followsCount: 64,
    quotaTotal: limits.quotaTotal,
    wrapsAnswers: false,
    isRestricted: false,
    droppedScopes: [],
  };
}

export const freshIds = (random: Random): Pick<Person, 'userId' | 'appScopedId'> => ({
  userId: `1784${random.digits(13)}`,
  appScopedId: `2${random.digits(16)}`,
});
