import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/network.ts';
import { checkParameters } from '../../core/parameters.ts';
import { canBeUsername, readScopes } from '../meta/login-persons.ts';
import { scopes } from './limits.ts';
import { accountTypes, freshIds, newPerson, persons, type AccountType, type Person } from './persons.ts';

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

const words = { unknown: 'is not a fact of an account', missing: 'is missing', type: 'has the wrong type' };

export function putAccount({ tx, random }: AccountTools, facts: AccountFacts): AccountView {
  const reading = checkParameters(facts, shape);
  if (!reading.ok) throw new FactsError(`${reading.fault.name} ${words[reading.fault.kind]}`);
  const { name, accountType, droppedScopes, ...plain } = reading.values;
  if (!canBeUsername(name)) throw new FactsError(`${name} cannot be a username`);
  const changes = {
    ...plain,
    accountType: typeOf(accountType),
    droppedScopes: readScopes(droppedScopes, Object.values(scopes)),
  };
  const old = persons.named(tx, name) ?? newPerson(name, freshIds(random));
  const person: Person = { ...old, ...defined(changes) };
  persons.put(tx, person);
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
