import type { Random } from '../../core/random.ts';
import { collection, type Reader, type Tx } from '../../core/store.ts';
import { limits } from './limits.ts';

export type Person = {
  /** The `sub` of the app's view of this person. */
  readonly id: string;
  /** The last part of the profile's address. */
  readonly vanityName: string;
  readonly givenName: string;
  readonly familyName: string;
  /** Whether the app gets refresh tokens for this person; otherwise the person comes back every 60 days. */
  readonly hasRefreshToken: boolean;
  /** Whether the app may read this person's posts: few apps may. */
  readonly canReadPosts: boolean;
  /** Whether the app may read the status of videos: apps without the product get 403. */
  readonly canReadVideos: boolean;
  /** Whether the app may comment: LinkedIn may ask for `w_member_social_feed`, which only vetted apps get. */
  readonly canComment: boolean;
  readonly postsPerDay: number;
};

const stored = collection<Person>('linkedin/persons');

export const persons = {
  get: (reader: Reader, id: string): Person | undefined => stored.get(reader, id),
  all: (reader: Reader): Person[] => stored.all(reader),
  named: (reader: Reader, vanityName: string): Person | undefined =>
    stored.all(reader).find((person) => person.vanityName === vanityName),
  put: (tx: Tx, person: Person): void => stored.put(tx, person.id, person),
};

export const personUrn = ({ id }: Pick<Person, 'id'>): string => `urn:li:person:${id}`;
export const fullNameOf = ({ givenName, familyName }: Person): string => `${givenName} ${familyName}`.trim();
export const profileUrlOf = ({ vanityName }: Person): string => `https://www.linkedin.com/in/${vanityName}`;

export const canBeVanityName = (name: string): boolean => /^[a-z0-9][a-z0-9-]{1,98}[a-z0-9]$/.test(name);

export function newPerson(vanityName: string, id: string): Person {
  const [givenName = '', ...rest] = vanityName.split('-');
  return {
    id,
    vanityName,
    givenName,
    familyName: rest.join(' '),
    hasRefreshToken: true,
    canReadPosts: false,
    canReadVideos: true,
    canComment: true,
    postsPerDay: limits.postsPerDay,
  };
}

/** Ids may hold hyphens and underscores. */
export const freshId = (random: Random): string => random.text(10);
