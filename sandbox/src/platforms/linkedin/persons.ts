import { createPersons } from '../../core/state/persons.ts';
import { limits } from './limits.ts';

export type Person = {
  /** The `sub` claim. */
  readonly id: string;
  /** The last part of the profile URL. */
  readonly vanityName: string;
  readonly givenName: string;
  readonly familyName: string;
  /** Whether the app gets refresh tokens for this person; otherwise they sign in again every 60 days. */
  readonly hasRefreshToken: boolean;
  /** Whether the app may read this person's posts, which few apps may. */
  readonly canReadPosts: boolean;
  /** Whether the app may read the numbers of this person's posts and their followers, which only vetted apps may. */
  readonly canReadAnalytics: boolean;
  readonly followersCount: number;
  /** Whether the app may read the status of videos: apps without the product get 403. */
  readonly canReadVideos: boolean;
  /** Whether the app may comment: LinkedIn may require `w_member_social_feed`, which only vetted apps get. */
  readonly canComment: boolean;
  readonly postsPerDay: number;
};

export const persons = createPersons<Person>({
  platform: 'linkedin',
  idOf: ({ id }) => id,
  nameOf: ({ vanityName }) => vanityName,
  isName: (name) => /^[a-z0-9][a-z0-9-]{1,98}[a-z0-9]$/.test(name),
  // IDs may contain hyphens and underscores.
  create: (name, random) => newPerson(name, random.text(10)),
  identifiersOf: (person) => [person.vanityName, person.id, personUrn(person)],
});

export const personUrn = ({ id }: Pick<Person, 'id'>): string => `urn:li:person:${id}`;
export const fullNameOf = ({ givenName, familyName }: Person): string => `${givenName} ${familyName}`.trim();
export const profileUrlOf = ({ vanityName }: Person): string => `https://www.linkedin.com/in/${vanityName}`;

export function newPerson(vanityName: string, id: string): Person {
  const [givenName = '', ...rest] = vanityName.split('-');
  return {
    id,
    vanityName,
    givenName,
    familyName: rest.join(' '),
    hasRefreshToken: true,
    canReadPosts: false,
    canReadAnalytics: false,
    followersCount: 500,
    canReadVideos: true,
    canComment: true,
    postsPerDay: limits.postsPerDay,
  };
}
