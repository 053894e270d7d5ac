import { readFacts } from '../../core/account-facts.ts';
import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/platform.ts';
import { privacyLevels, type PrivacyLevel } from './limits.ts';
import { persons, profileUrlOf, type Person } from './persons.ts';

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

export function putAccount(tools: AccountTools, facts: AccountFacts): AccountView {
  const { name, privacyLevels: levels, ...changes } = readFacts(facts, shape);
  if (!persons.isName(name)) throw new FactsError(`${name} cannot be a username`);
  const old = persons.findOrCreate(tools, name);
  const person: Person = { ...old, ...defined({ ...changes, privacyLevels: levels?.map(readLevel) }) };
  persons.put(tools.tx, person);
  return { platform: 'tiktok', name, id: person.openId, url: profileUrlOf(person) };
}

function readLevel(value: unknown): PrivacyLevel {
  const level = privacyLevels.find((each) => each === value);
  if (level === undefined) throw new FactsError(`privacyLevels are some of ${privacyLevels.join(', ')}`);
  return level;
}
