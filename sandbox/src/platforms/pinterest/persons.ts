import { createPersons } from '../../core/state/persons.ts';
import { limits } from './limits.ts';

export type AccountType = 'PINNER' | 'BUSINESS';

export type Person = {
  readonly id: string;
  readonly username: string;
  readonly accountType: AccountType;
  readonly businessName: string | null;
  readonly followerCount: number;
  /** 0: unlimited. */
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  /** Pinterest sometimes omits the time zone. */
  readonly dropsTimeZone: boolean;
};

export const persons = createPersons<Person>({
  platform: 'pinterest',
  idOf: ({ id }) => id,
  nameOf: ({ username }) => username,
  isName: (name) => /^\w{3,30}$/.test(name),
  create: (name, random) => newPerson(name, random.digits(18)),
});

export const profileUrl = ({ username }: Person): string => `https://www.pinterest.com/${username}/`;

export function newPerson(username: string, id: string): Person {
  return {
    id,
    username,
    accountType: 'BUSINESS',
    businessName: username,
    followerCount: 0,
    readsPerMinute: limits.readsPerMinute,
    writesPerMinute: limits.writesPerMinute,
    dropsTimeZone: false,
  };
}

/** In whole seconds. */
export function wireInstant(at: number, { dropsTimeZone }: Person): string {
  return `${new Date(at).toISOString().slice(0, 19)}${dropsTimeZone ? '' : '+00:00'}`;
}
