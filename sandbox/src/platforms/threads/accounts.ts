import { readFacts, readNames } from '../../core/account-facts.ts';
import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/platform.ts';
import { scopes } from './limits.ts';
import { persons, profileOf, type Person } from './persons.ts';

const shape = {
  name: 'string!',
  fullName: 'string',
  biography: 'string',
  isVerified: 'boolean',
  followersCount: 'integer',
  quotaTotal: 'integer',
  replyQuotaTotal: 'integer',
  deleteQuotaTotal: 'integer',
  isRestricted: 'boolean',
  droppedScopes: 'array',
} as const;

export function putAccount(tools: AccountTools, facts: AccountFacts): AccountView {
  const { name, droppedScopes, ...plain } = readFacts(facts, shape);
  if (!persons.isName(name)) throw new FactsError(`${name} cannot be a username`);
  const changes = { ...plain, droppedScopes: readNames(droppedScopes, Object.values(scopes), 'a scope') };
  const old = persons.findOrCreate(tools, name);
  const person: Person = { ...old, ...defined(changes) };
  persons.put(tools.tx, person);
  return { platform: 'threads', name, id: person.userId, url: profileOf(person) };
}
