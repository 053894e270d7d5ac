import { readFacts } from '../../core/account-facts.ts';
import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/platform.ts';
import { persons, profileUrl, type AccountType, type Person } from './persons.ts';

const shape = {
  name: 'string!',
  accountType: 'string',
  businessName: 'string',
  followerCount: 'integer',
  readsPerMinute: 'integer',
  writesPerMinute: 'integer',
  dropsTimeZone: 'boolean',
} as const;

export function putAccount(tools: AccountTools, facts: AccountFacts): AccountView {
  const { name, accountType, ...changes } = readFacts(facts, shape);
  if (!persons.isName(name)) throw new FactsError(`${name} cannot be a username`);
  const old = persons.findOrCreate(tools, name);
  const person: Person = { ...old, ...defined({ ...changes, accountType: readType(accountType) }) };
  persons.put(tools.tx, person);
  return { platform: 'pinterest', name, id: person.id, url: profileUrl(person) };
}

function readType(value: string | undefined): AccountType | undefined {
  if (value === undefined || value === 'PINNER' || value === 'BUSINESS') return value;
  throw new FactsError('accountType is PINNER or BUSINESS');
}
