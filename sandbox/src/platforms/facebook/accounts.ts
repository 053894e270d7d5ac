import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/network.ts';
import { checkParameters } from '../../core/parameters.ts';
import { scopes, tasks, type Task } from './limits.ts';
import { freshPageId, makePerson, newPage, pages, type Page } from './pages.ts';
import { canBeName, persons } from './persons.ts';

const shape = {
  name: 'string!',
  owner: 'string',
  fullName: 'string',
  droppedScopes: 'array',
  pagesAtOnce: 'integer',
  title: 'string',
  tasks: 'array',
  followersCount: 'integer',
  isBlocked: 'boolean',
  isOwnedByBusiness: 'boolean',
  refusesDuplicates: 'boolean',
  namesReelPosts: 'boolean',
} as const;

const words = { unknown: 'is not a fact of an account', missing: 'is missing', type: 'has the wrong type' };
const taskNames: readonly string[] = tasks;
const scopeNames: readonly string[] = Object.values(scopes);

/** A name is a person's and that of their first Page; with `owner` it is a further Page of that person. */
export function putAccount(tools: AccountTools, facts: AccountFacts): AccountView {
  const reading = checkParameters(facts, shape);
  if (!reading.ok) throw new FactsError(`${reading.fault.name} ${words[reading.fault.kind]}`);
  const { name, owner, fullName, droppedScopes, pagesAtOnce, ...ofPage } = reading.values;
  if (!canBeName(name)) throw new FactsError(`${name} cannot be a username`);
  const { tx, random } = tools;
  if (owner === undefined && pages.named(tx, name) === undefined) makePerson({ tx, random }, name);
  const person = persons.named(tx, owner ?? name) ?? persons.get(tx, pages.named(tx, name)?.ownerId ?? '');
  if (person === undefined) throw new FactsError(`nobody is called ${owner ?? name}`);
  const ofPerson = defined({ fullName, droppedScopes: namesOf(droppedScopes, scopeNames, 'a scope'), pagesAtOnce });
  persons.put(tx, { ...person, ...ofPerson });
  const old = pages.named(tx, name) ?? newPage(name, { id: freshPageId(random), ownerId: person.id });
  const page: Page = { ...old, ...defined({ ...ofPage, tasks: tasksOf(ofPage.tasks) }) };
  pages.put(tx, page);
  return { platform: 'facebook', name, id: page.id, url: `https://www.facebook.com/${name}` };
}

function tasksOf(given: readonly unknown[] | undefined): Task[] | undefined {
  const named = namesOf(given, taskNames, 'a task');
  return named && tasks.filter((task) => named.includes(task));
}

function namesOf(given: readonly unknown[] | undefined, known: readonly string[], what: string): string[] | undefined {
  const names = given?.map(String);
  const strange = names?.find((name) => !known.includes(name));
  if (strange !== undefined) throw new FactsError(`${strange} is not ${what}`);
  return names;
}
