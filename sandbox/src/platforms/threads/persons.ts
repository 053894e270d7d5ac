import type { Random } from '../../core/random.ts';
import { loginPersons, type LoginPerson } from '../meta/login-persons.ts';
import { quotas } from './limits.ts';

export type Person = LoginPerson & {
  readonly biography: string;
  readonly isVerified: boolean;
  readonly quotaTotal: number;
  readonly replyQuotaTotal: number;
  readonly deleteQuotaTotal: number;
  readonly isRestricted: boolean;
};

export const persons = loginPersons<Person>('threads', (random, username) => newPerson(username, freshId(random)));

export function newPerson(username: string, userId: string): Person {
  return {
    userId,
    username,
    fullName: username,
    biography: '',
    isVerified: false,
    quotaTotal: quotas.posts,
    replyQuotaTotal: quotas.replies,
    deleteQuotaTotal: quotas.deletes,
    isRestricted: false,
    droppedScopes: [],
  };
}

const freshId = (random: Random): string => `2${random.digits(16)}`;

export const profileOf = ({ username }: Person): string => `https://www.threads.com/@${username}`;
