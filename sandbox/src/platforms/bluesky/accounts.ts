import { readFacts } from '../../core/account-facts.ts';
import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/platform.ts';
import { canBeHandle, newPerson, people, type Person } from './people.ts';

const shape = {
  name: 'string!',
  displayName: 'string',
  followersCount: 'integer',
  followsCount: 'integer',
  isEmailConfirmed: 'boolean',
  isTakenDown: 'boolean',
  isPasswordRevoked: 'boolean',
  videosPerDay: 'integer',
  videoBytesPerDay: 'integer',
  wrapsJobStatus: 'boolean',
  namesExistingRecord: 'boolean',
} as const;

export function putAccount({ tx }: AccountTools, facts: AccountFacts): AccountView {
  const { name, ...changes } = readFacts(facts, shape);
  if (!canBeHandle(name)) throw new FactsError(`${name} cannot be a handle: they end in .bsky.test`);
  const person: Person = { ...(people.find(tx, name) ?? newPerson(name)), ...defined(changes) };
  people.put(tx, person);
  return { platform: 'bluesky', name, id: person.did, url: `https://bsky.app/profile/${name}` };
}
