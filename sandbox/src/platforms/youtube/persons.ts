import { createPersons } from '../../core/state/persons.ts';
import { limits } from './limits.ts';

export type Person = {
  /** Common part of the IDs of the channel and its playlists. */
  readonly id: string;
  /** Without the `@`. */
  readonly handle: string;
  readonly title: string;
  readonly hasChannel: boolean;
  readonly subscriberCount: number;
  readonly hidesSubscriberCount: boolean;
  readonly uploadsPerDay: number;
  readonly unitsPerDay: number;
  /** The channel's own limit, regardless of the app's quota. */
  readonly isUploadLimitReached: boolean;
  readonly storesHalfParts: boolean;
};

export const persons = createPersons<Person>({
  platform: 'youtube',
  idOf: ({ id }) => id,
  nameOf: ({ handle }) => handle,
  isName: (name) => /^[A-Za-z0-9][\w.-]{1,28}[A-Za-z0-9]$/.test(name),
  create: (name, random) => newPerson(name, random.text(22)),
  identifiersOf: (person) => [person.handle, channelId(person)],
});

export const channelId = ({ id }: Pick<Person, 'id'>): string => `UC${id}`;
export const uploadsId = ({ id }: Pick<Person, 'id'>): string => `UU${id}`;
export const channelUrl = ({ handle }: Person): string => `https://www.youtube.com/@${handle}`;

export function newPerson(handle: string, id: string): Person {
  return {
    id,
    handle,
    title: handle,
    hasChannel: true,
    subscriberCount: 0,
    hidesSubscriberCount: false,
    uploadsPerDay: limits.uploadsPerDay,
    unitsPerDay: limits.unitsPerDay,
    isUploadLimitReached: false,
    storesHalfParts: false,
  };
}
