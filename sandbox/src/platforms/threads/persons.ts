import { createPersons } from '../../core/state/persons.ts';
import type { Reader } from '../../core/state/store.ts';
import { loginNames, type LoginPerson } from '../meta/login-persons.ts';
import { quotas } from './limits.ts';

export type Person = LoginPerson & {
  readonly biography: string;
  readonly isVerified: boolean;
  readonly followersCount: number;
  readonly quotaTotal: number;
  readonly replyQuotaTotal: number;
  readonly deleteQuotaTotal: number;
  readonly isRestricted: boolean;
};

export const persons = createPersons<Person>({
  ...loginNames,
  platform: 'threads',
  create: (name, random) => newPerson(name, `2${random.digits(16)}`),
});

export const findPerson = (reader: Reader, account: string): Person | undefined =>
  persons.get(reader, account) ?? persons.named(reader, account);

export function newPerson(username: string, userId: string): Person {
  return {
    userId,
    username,
    fullName: username,
    biography: '',
    isVerified: false,
    followersCount: 64,
    quotaTotal: quotas.posts,
    replyQuotaTotal: quotas.replies,
    deleteQuotaTotal: quotas.deletes,
    isRestricted: false,
    droppedScopes: [],
  };
}

export const profileOf = ({ username }: Pick<Person, 'username'>): string => `https://www.threads.com/@${username}`;
