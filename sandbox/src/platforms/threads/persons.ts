import { createPersons } from '../../core/state/persons.ts';
import { loginNames, type LoginPerson } from '../meta/login-persons.ts';
import { quotas } from './limits.ts';

export type Person = LoginPerson & {
  readonly biography: string;
  readonly isVerified: boolean;
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

export const profileOf = ({ username }: Pick<Person, 'username'>): string => `https://www.threads.com/@${username}`;
