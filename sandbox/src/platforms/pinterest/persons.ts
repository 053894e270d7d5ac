import type { Random } from '../../core/random.ts';
import { collection, type Reader, type Tx } from '../../core/store.ts';
import { limits } from './limits.ts';

export type AccountType = 'PINNER' | 'BUSINESS';

export type Person = {
  readonly id: string;
  readonly username: string;
  readonly accountType: AccountType;
  readonly businessName: string | null;
  readonly followerCount: number;
  /** 0 is without limit. */
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  /** Whether instants come without a time zone, as the network has been seen to do. */
  readonly dropsTimeZone: boolean;
};

const stored = collection<Person>('pinterest/persons');

export const persons = {
  get: (reader: Reader, id: string): Person | undefined => stored.get(reader, id),
  all: (reader: Reader): Person[] => stored.all(reader),
  named: (reader: Reader, username: string): Person | undefined =>
    stored.all(reader).find((person) => person.username === username),
  put: (tx: Tx, person: Person): void => stored.put(tx, person.id, person),
};

export const profileUrl = ({ username }: Person): string => `https://www.pinterest.com/${username}/`;

export const canBeUsername = (name: string): boolean => /^\w{3,30}$/.test(name);

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

export const freshId = (random: Random): string => random.digits(18);

/** In seconds, with the zone or without. */
export function wireInstant(at: number, { dropsTimeZone }: Person): string {
  return `${new Date(at).toISOString().slice(0, 19)}${dropsTimeZone ? '' : '+00:00'}`;
}
