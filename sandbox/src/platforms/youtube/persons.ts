import type { Random } from '../../core/random.ts';
import { collection, type Reader, type Tx } from '../../core/store.ts';
import { limits } from './limits.ts';

/** Somebody with a Google account, and the channel that goes with it. */
export type Person = {
  /** What the ids of the channel and of its lists have in common. */
  readonly id: string;
  /** Without the `@`. */
  readonly handle: string;
  readonly title: string;
  readonly hasChannel: boolean;
  readonly subscriberCount: number;
  readonly hidesSubscriberCount: boolean;
  readonly uploadsPerDay: number;
  readonly unitsPerDay: number;
  /** Whether the channel has had its share of uploads, whatever is left of the app's. */
  readonly isUploadLimitReached: boolean;
  /** Whether only the first half of each part is stored, as may happen to anybody. */
  readonly storesHalfParts: boolean;
};

const stored = collection<Person>('youtube/persons');

export const persons = {
  get: (reader: Reader, id: string): Person | undefined => stored.get(reader, id),
  all: (reader: Reader): Person[] => stored.all(reader),
  named: (reader: Reader, handle: string): Person | undefined =>
    stored.all(reader).find((person) => person.handle === handle),
  put: (tx: Tx, person: Person): void => stored.put(tx, person.id, person),
};

export const channelId = ({ id }: Pick<Person, 'id'>): string => `UC${id}`;
export const uploadsId = ({ id }: Pick<Person, 'id'>): string => `UU${id}`;
export const channelUrl = ({ handle }: Person): string => `https://www.youtube.com/@${handle}`;

export const canBeHandle = (name: string): boolean => /^[A-Za-z0-9][\w.-]{1,28}[A-Za-z0-9]$/.test(name);

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

export const freshId = (random: Random): string => random.text(22);
