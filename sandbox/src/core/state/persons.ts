import type { Random } from './random.ts';
import { collection, type Reader, type Tx } from './store.ts';

type PersonTable<P> = {
  readonly platform: string;
  idOf(person: P): string;
  nameOf(person: P): string;
  isName(name: string): boolean;
  create(name: string, random: Random): P;
  /** Stores what a new person has, such as a first Page. */
  onCreate?(person: P, tools: PersonTools): void;
  /** For faults and the ledger; default: name and ID. */
  identifiersOf?(person: P): readonly string[];
  readonly ignoresCase?: true;
};

type PersonTools = { readonly tx: Tx; readonly random: Random };

export type Persons<P> = Pick<PersonTable<P>, 'idOf' | 'nameOf' | 'isName'> & {
  get(reader: Reader, id: string): P | undefined;
  all(reader: Reader): P[];
  named(reader: Reader, name: string): P | undefined;
  put(tx: Tx, person: P): void;
  findOrCreate(tools: PersonTools, name: string): P;
  identifiersOf(person: P): readonly string[];
};

export function createPersons<P extends object>(table: PersonTable<P>): Persons<P> {
  const { idOf, nameOf, isName, create, onCreate, ignoresCase } = table;
  const stored = collection<P>(`${table.platform}/persons`);
  const fold = (name: string): string => (ignoresCase === true ? name.toLowerCase() : name);
  const put = (tx: Tx, person: P): void => stored.put(tx, idOf(person), person);
  const named = (reader: Reader, name: string): P | undefined =>
    stored.all(reader).find((person) => fold(nameOf(person)) === fold(name));
  return {
    idOf,
    nameOf,
    isName,
    put,
    named,
    get: (reader, id) => stored.get(reader, id),
    all: (reader) => stored.all(reader),
    findOrCreate: (tools, name) => {
      const known = named(tools.tx, name);
      if (known !== undefined) return known;
      const person = create(name, tools.random);
      put(tools.tx, person);
      onCreate?.(person, tools);
      return person;
    },
    identifiersOf: table.identifiersOf ?? ((person) => [nameOf(person), idOf(person)]),
  };
}
