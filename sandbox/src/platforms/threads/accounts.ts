import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/network.ts';
import { checkParameters } from '../../core/parameters.ts';
import { canBeUsername, readScopes } from '../meta/login-persons.ts';
import { scopes } from './limits.ts';
import { persons, profileOf, type Person } from './persons.ts';

const shape = {
  name: 'string!',
  fullName: 'string',
  biography: 'string',
  isVerified: 'boolean',
  quotaTotal: 'integer',
  replyQuotaTotal: 'integer',
  deleteQuotaTotal: 'integer',
  isRestricted: 'boolean',
  droppedScopes: 'array',
} as const;

const words = { unknown: 'is not a fact of an account', missing: 'is missing', type: 'has the wrong type' };

export function putAccount({ tx, random }: AccountTools, facts: AccountFacts): AccountView {
  const reading = checkParameters(facts, shape);
  if (!reading.ok) throw new FactsError(`${reading.fault.name} ${words[reading.fault.kind]}`);
  const { name, droppedScopes, ...plain } = reading.values;
  if (!canBeUsername(name)) throw new FactsError(`${name} cannot be a username`);
  const changes = { ...plain, droppedScopes: readScopes(droppedScopes, Object.values(scopes)) };
  const old = persons.named(tx, name) ?? persons.make(tx, random, name);
  const person: Person = { ...old, ...defined(changes) };
  persons.put(tx, person);
  return { platform: 'threads', name, id: person.userId, url: profileOf(person) };
}
