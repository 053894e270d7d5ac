import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/network.ts';
import { checkParameters } from '../../core/parameters.ts';
import { canBeUsername, freshId, newPerson, persons, profileUrl, type AccountType, type Person } from './persons.ts';

const shape = {
  name: 'string!',
  accountType: 'string',
  businessName: 'string',
  followerCount: 'integer',
  readsPerMinute: 'integer',
  writesPerMinute: 'integer',
  dropsTimeZone: 'boolean',
} as const;

const words = { unknown: 'is not a fact of an account', missing: 'is missing', type: 'has the wrong type' };

export function putAccount({ tx, random }: AccountTools, facts: AccountFacts): AccountView {
  const reading = checkParameters(facts, shape);
  if (!reading.ok) throw new FactsError(`${reading.fault.name} ${words[reading.fault.kind]}`);
  const { name, accountType, ...changes } = reading.values;
  if (!canBeUsername(name)) throw new FactsError(`${name} cannot be a username`);
  const old = persons.named(tx, name) ?? newPerson(name, freshId(random));
  const person: Person = { ...old, ...defined({ ...changes, accountType: readType(accountType) }) };
  persons.put(tx, person);
  return { platform: 'pinterest', name, id: person.id, url: profileUrl(person) };
}

function readType(value: string | undefined): AccountType | undefined {
  if (value === undefined || value === 'PINNER' || value === 'BUSINESS') return value;
  throw new FactsError('accountType is PINNER or BUSINESS');
}
