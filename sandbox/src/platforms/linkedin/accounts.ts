import { readFacts } from '../../core/account-facts.ts';
import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/platform.ts';
import { persons, profileUrlOf, type Person } from './persons.ts';

const shape = {
  name: 'string!',
  givenName: 'string',
  familyName: 'string',
  hasRefreshToken: 'boolean',
  canReadPosts: 'boolean',
  canReadAnalytics: 'boolean',
  followersCount: 'integer',
  canReadVideos: 'boolean',
  canComment: 'boolean',
  postsPerDay: 'integer',
} as const;

export function putAccount(tools: AccountTools, facts: AccountFacts): AccountView {
  const { name, ...changes } = readFacts(facts, shape);
  if (!persons.isName(name)) throw new FactsError(`${name} cannot be the name of a profile`);
  const old = persons.findOrCreate(tools, name);
  const person: Person = { ...old, ...defined(changes) };
  persons.put(tools.tx, person);
  return { platform: 'linkedin', name, id: person.id, url: profileUrlOf(person) };
}
