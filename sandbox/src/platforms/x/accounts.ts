import { readFacts } from '../../core/account-facts.ts';
import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/platform.ts';
import { persons, profileUrlOf, type Person } from './persons.ts';

const shape = {
  name: 'string!',
  displayName: 'string',
  isPremium: 'boolean',
  isSuspended: 'boolean',
  followersCount: 'integer',
  postsPerWindow: 'integer',
  usesNewNames: 'boolean',
} as const;

export function putAccount(tools: AccountTools, facts: AccountFacts): AccountView {
  const { name, ...changes } = readFacts(facts, shape);
  if (!persons.isName(name)) throw new FactsError(`${name} cannot be a username`);
  const old = persons.findOrCreate(tools, name);
  const person: Person = { ...old, ...defined(changes) };
  persons.put(tools.tx, person);
  return { platform: 'x', name: person.username, id: person.id, url: profileUrlOf(person) };
}
