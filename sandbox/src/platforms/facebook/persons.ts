import { createPersons } from '../../core/state/persons.ts';
import { freshPageId, newPage, pages } from './pages.ts';

export type Person = {
  readonly id: string;
  /** Used by scripts and the consent page; Facebook itself has no such names. */
  readonly name: string;
  readonly fullName: string;
  /** Scopes this person never grants. */
  readonly droppedScopes: readonly string[];
  /** Facebook may list fewer Pages at a time than the request asks for. */
  readonly pagesAtOnce: number;
};

export const usernameRule = '5 to 50 letters and digits, with single dots between them';

/** A new person owns a Page of the same name. */
export const persons = createPersons<Person>({
  platform: 'facebook',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  isName: (name) => /^[a-z0-9](?:\.?[a-z0-9]){4,49}$/i.test(name),
  create: (name, random) => newPerson(name, `1022${random.digits(13)}`),
  onCreate: ({ id, name }, { tx, random }) => pages.put(tx, newPage(name, { id: freshPageId(random), ownerId: id })),
});

export const newPerson = (name: string, id: string): Person => ({
  id,
  name,
  fullName: name,
  droppedScopes: [],
  pagesAtOnce: 100,
});
