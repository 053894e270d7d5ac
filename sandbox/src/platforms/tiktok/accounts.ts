import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/network.ts';
import { checkParameters } from '../../core/parameters.ts';
import { privacyLevels, type PrivacyLevel } from './limits.ts';
import { canBeUsername, freshOpenId, newPerson, persons, profileUrlOf, type Person } from './persons.ts';

const shape = {
  name: 'string!',
  displayName: 'string',
  followerCount: 'integer',
  privacyLevels: 'array',
  commentDisabled: 'boolean',
  duetDisabled: 'boolean',
  stitchDisabled: 'boolean',
  maxVideoSeconds: 'integer',
  postsPerDay: 'integer',
  pendingSharesPerDay: 'integer',
  isBanned: 'boolean',
  isAppAudited: 'boolean',
  rotatesRefreshToken: 'boolean',
  listsPhotos: 'boolean',
} as const;

const words = { unknown: 'is not a fact of an account', missing: 'is missing', type: 'has the wrong type' };

export function putAccount({ tx, random }: AccountTools, facts: AccountFacts): AccountView {
  const reading = checkParameters(facts, shape);
  if (!reading.ok) throw new FactsError(`${reading.fault.name} ${words[reading.fault.kind]}`);
  const { name, privacyLevels: levels, ...changes } = reading.values;
  if (!canBeUsername(name)) throw new FactsError(`${name} cannot be a username`);
  const old = persons.named(tx, name) ?? newPerson(name, freshOpenId(random));
  const person: Person = { ...old, ...defined({ ...changes, privacyLevels: levels?.map(readLevel) }) };
  persons.put(tx, person);
  return { platform: 'tiktok', name, id: person.openId, url: profileUrlOf(person) };
}

function readLevel(given: unknown): PrivacyLevel {
  const level = privacyLevels.find((each) => each === given);
  if (level === undefined) throw new FactsError(`privacyLevels are some of ${privacyLevels.join(', ')}`);
  return level;
}
