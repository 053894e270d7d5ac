import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/network.ts';
import { checkParameters } from '../../core/parameters.ts';
import { canBeVanityName, freshId, newPerson, persons, profileUrlOf, type Person } from './persons.ts';

const shape = {
  name: 'string!',
  givenName: 'string',
  familyName: 'string',
  hasRefreshToken: 'boolean',
  canReadPosts: 'boolean',
  canReadVideos: 'boolean',
  canComment: 'boolean',
  postsPerDay: 'integer',
} as const;

const words = { unknown: 'is not a fact of an account', missing: 'is missing', type: 'has the wrong type' };

export function putAccount({ tx, random }: AccountTools, facts: AccountFacts): AccountView {
  const reading = checkParameters(facts, shape);
  if (!reading.ok) throw new FactsError(`${reading.fault.name} ${words[reading.fault.kind]}`);
  const { name, ...changes } = reading.values;
  if (!canBeVanityName(name)) throw new FactsError(`${name} cannot be the name of a profile`);
  const old = persons.named(tx, name) ?? newPerson(name, freshId(random));
  const person: Person = { ...old, ...defined(changes) };
  persons.put(tx, person);
  return { platform: 'linkedin', name, id: person.id, url: profileUrlOf(person) };
}
