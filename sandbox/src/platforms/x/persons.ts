import type { Random } from '../../core/random.ts';
import { collection, type Reader, type Tx } from '../../core/store.ts';
import { rates } from './limits.ts';

export type Person = {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly isPremium: boolean;
  readonly isSuspended: boolean;
  readonly followersCount: number;
  /** Within 15 minutes; 0 is without limit. */
  readonly postsPerWindow: number;
  /** Answers about this person use the newer names: `edit_history_post_ids`, `repost_count` and so on. */
  readonly usesNewNames: boolean;
};

const stored = collection<Person>('x/persons');

export const persons = {
  get: (reader: Reader, id: string): Person | undefined => stored.get(reader, id),
  all: (reader: Reader): Person[] => stored.all(reader),
  named: (reader: Reader, username: string): Person | undefined =>
    stored.all(reader).find((person) => person.username.toLowerCase() === username.toLowerCase()),
  put: (tx: Tx, person: Person): void => stored.put(tx, person.id, person),
};

export const canBeUsername = (name: string): boolean => /^\w{4,15}$/.test(name);
export const profileUrlOf = ({ username }: Person): string => `https://x.com/${username}`;
export const tweetUrlOf = (person: Person, id: string): string => `${profileUrlOf(person)}/status/${id}`;

export function newPerson(username: string, id: string): Person {
  return {
    id,
    username,
    displayName: username,
    isPremium: false,
    isSuspended: false,
    followersCount: 0,
    postsPerWindow: rates.createTweet,
    usesNewNames: false,
  };
}

export const freshId = (random: Random): string => `1${random.digits(18)}`;
