import { createPersons } from '../../core/state/persons.ts';
import { limits } from './limits.ts';

export type Person = {
  readonly id: string;
  readonly vanityName: string;
  readonly givenName: string;
  readonly familyName: string;
  /** Otherwise the person signs in again every 60 days. */
  readonly hasRefreshToken: boolean;
  /** Few apps may read posts. */
  readonly canReadPosts: boolean;
  /** Only vetted apps may read metrics and followers. */
  readonly canReadAnalytics: boolean;
  readonly followersCount: number;
  /** Apps without the product get 403 for the status of videos. */
  readonly canReadVideos: boolean;
  /** LinkedIn may require `w_member_social_feed`, which only vetted apps get. */
  readonly canComment: boolean;
  readonly postsPerDay: number;
};

export const persons = createPersons<Person>({
  platform: 'linkedin',
  idOf: ({ id }) => id,
  nameOf: ({ vanityName }) => vanityName,
  isName: (name) => /^[a-z0-9][a-z0-9-]{1,98}[a-z0-9]$/.test(name),
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
