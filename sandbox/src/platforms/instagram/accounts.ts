import { readFacts, readNames } from '../../core/account-facts.ts';
import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/platform.ts';
import { scopes } from './limits.ts';
import { accountTypes, persons, type AccountType, type Person } from './persons.ts';

const shape = {
  name: 'string!',
  fullName: 'string',
  accountType: 'string',
  followersCount: 'integer',
  followsCount: 'integer',
  quotaTotal: 'integer',
  wrapsResponses: 'boolean',
  isRestricted: 'boolean',
  refusesTemplates: 'boolean',
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

function typeOf(name: string | undefined): AccountType | undefined {
  const accountType = accountTypes.find((each) => each === name);
  if (name !== undefined && accountType === undefined) {
    throw new FactsError(`accountType must be one of ${accountTypes.join(', ')}`);
  }
  return accountType;
}
