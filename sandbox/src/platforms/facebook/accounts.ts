import { readFacts, readNames } from '../../core/account-facts.ts';
import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/platform.ts';
import { scopes, tasks, type Task } from './limits.ts';
import { freshPageId, newPage, pages, type Page } from './pages.ts';
import { persons } from './persons.ts';

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

const taskNames: readonly string[] = tasks;
const scopeNames: readonly string[] = Object.values(scopes);

/** A name belongs to a person and their first Page; with `owner` it is another Page of that person. */
export function putAccount(tools: AccountTools, facts: AccountFacts): AccountView {
  const { name, owner, fullName, droppedScopes, pagesAtOnce, ...ofPage } = readFacts(facts, shape);
  if (!persons.isName(name)) throw new FactsError(`${name} cannot be a username`);
  const { tx, random } = tools;
  if (owner === undefined && pages.named(tx, name) === undefined) persons.findOrCreate(tools, name);
  const person = persons.named(tx, owner ?? name) ?? persons.get(tx, pages.named(tx, name)?.ownerId ?? '');
  if (person === undefined) throw new FactsError(`nobody is called ${owner ?? name}`);
  const ofPerson = defined({ fullName, droppedScopes: readNames(droppedScopes, scopeNames, 'a scope'), pagesAtOnce });
  persons.put(tx, { ...person, ...ofPerson });
  const old = pages.named(tx, name) ?? newPage(name, { id: freshPageId(random), ownerId: person.id });
  const page: Page = { ...old, ...defined({ ...ofPage, tasks: tasksOf(ofPage.tasks) }) };
  pages.put(tx, page);
  return { platform: 'facebook', name, id: page.id, url: `https://www.facebook.com/${name}` };
}

function tasksOf(names: readonly unknown[] | undefined): Task[] | undefined {
  const named = readNames(names, taskNames, 'a task');
  return named && tasks.filter((task) => named.includes(task));
}
