import { readFacts, readNames } from '../../core/account-facts.ts';
import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/network.ts';
import { scopes } from './limits.ts';
import { accountTypes, persons, type AccountType, type Person } from './persons.ts';

const shape = {
  name: 'string!',
  fullName: 'string',
  accountType: 'string',
  followersCount: 'integer',
  followsCount: 'integer',
  quotaTotal: 'integer',
  wrapsAnswers: 'boolean',
  isRestricted: 'boolean',
  droppedScopes: 'array',
} as const;

export function putAccount(tools: AccountTools, facts: AccountFacts): AccountView {
  const { name, accountType, droppedScopes, ...plain } = readFacts(facts, shape);
  if (!persons.isName(name)) throw new FactsError(`${name} cannot be a username`);
  const changes = {
    ...plain,
    accountType: typeOf(accountType),
    droppedScopes: readNames(droppedScopes, Object.values(scopes), 'a scope'),
  };
  const old = persons.findOrCreate(tools, name);
  const person: Person = { ...old, ...defined(changes) };
  persons.put(tools.tx, person);
  const url = `https://www.instagram.com/${person.username}/`;
  return { platform: 'instagram', name: person.username, id: person.userId, url };
}

function typeOf(given: string | undefined): AccountType | undefined {
  const found = accountTypes.find((each) => each === given);
  if (given !== undefined && found === undefined) {
    throw new FactsError(`accountType must be one of ${accountTypes.join(', ')}`);
  }
  return found;
}
