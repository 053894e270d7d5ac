import { FactsError } from '../../core/network.ts';
import type { Random } from '../../core/random.ts';
import { collection, type Reader, type Tx } from '../../core/store.ts';

export type LoginPerson = {
  readonly userId: string;
  readonly username: string;
  readonly fullName: string;
  /** Scopes this person never grants. */
  readonly droppedScopes: readonly string[];
};

export type LoginPersons<P extends LoginPerson> = {
  get(reader: Reader, userId: string): P | undefined;
  all(reader: Reader): P[];
  named(reader: Reader, username: string): P | undefined;
  put(tx: Tx, person: P): void;
  /** Somebody new of that name. */
  make(tx: Tx, random: Random, username: string): P;
};

export function loginPersons<P extends LoginPerson>(
  platform: string,
  create: (random: Random, username: string) => P,
): LoginPersons<P> {
  const stored = collection<P>(`${platform}/persons`);
  const put = (tx: Tx, person: P): void => stored.put(tx, person.userId, person);
  return {
    put,
    get: (reader, userId) => stored.get(reader, userId),
    all: (reader) => stored.all(reader),
    named: (reader, username) => stored.all(reader).find((person) => person.username === username),
    make: (tx, random, username) => {
      const person = create(random, username);
      put(tx, person);
      return person;
    },
  };
}

export const canBeUsername = (name: string): boolean => /^(?!.*\.\.)(?!\.)[a-z0-9._]{1,30}(?<!\.)$/.test(name);

/** Scopes as facts of an account. */
export function readScopes(given: readonly unknown[] | undefined, known: readonly string[]): string[] | undefined {
  const names = given?.map(String);
  const strange = names?.find((name) => !known.includes(name));
  if (strange !== undefined) throw new FactsError(`${strange} is not a scope`);
  return names;
}
