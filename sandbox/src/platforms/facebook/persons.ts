import type { Random } from '../../core/random.ts';
import { collection, type Reader, type Tx } from '../../core/store.ts';

export type Person = {
  readonly id: string;
  /** How scripts and the consent page call them; the network itself knows no names of this kind. */
  readonly name: string;
  readonly fullName: string;
  /** Scopes this person never grants. */
  readonly droppedScopes: readonly string[];
  /** The network may list fewer Pages at a time than it is asked for. */
  readonly pagesAtOnce: number;
};

const stored = collection<Person>('facebook/persons');

export const persons = {
  get: (reader: Reader, id: string): Person | undefined => stored.get(reader, id),
  all: (reader: Reader): Person[] => stored.all(reader),
  named: (reader: Reader, name: string): Person | undefined =>
    stored.all(reader).find((person) => person.name === name),
  put: (tx: Tx, person: Person): void => stored.put(tx, person.id, person),
};

export const newPerson = (name: string, id: string): Person => ({
  id,
  name,
  fullName: name,
  droppedScopes: [],
  pagesAtOnce: 100,
});

export const freshPersonId = (random: Random): string => `1022${random.digits(13)}`;

export const canBeName = (name: string): boolean => /^[a-z0-9](?:\.?[a-z0-9]){4,49}$/i.test(name);
