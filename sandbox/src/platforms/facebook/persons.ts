import { createPersons } from '../../core/state/persons.ts';
import { freshPageId, newPage, pages } from './pages.ts';

export type Person = {
  readonly id: string;
  /** For scripts and the consent page; Facebook has no such names. */
  readonly name: string;
  readonly fullName: string;
  readonly droppedScopes: readonly string[];
  /** Facebook may list fewer Pages than requested. */
  readonly pagesAtOnce: number;
};

export const usernameRule = '5 to 50 letters and digits, with single dots between them';

/** New people own a Page of the same name. */
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
