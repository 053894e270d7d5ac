import { readFacts } from '../../core/account-facts.ts';
import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/platform.ts';
import { channelId, channelUrl, persons, type Person } from './persons.ts';

const shape = {
  name: 'string!',
  title: 'string',
  hasChannel: 'boolean',
  subscriberCount: 'integer',
  hidesSubscriberCount: 'boolean',
  uploadsPerDay: 'integer',
  unitsPerDay: 'integer',
  isUploadLimitReached: 'boolean',
  storesHalfParts: 'boolean',
} as const;

export function putAccount(tools: AccountTools, facts: AccountFacts): AccountView {
  const { name, ...changes } = readFacts(facts, shape);
  if (!persons.isName(name)) throw new FactsError(`${name} cannot be the handle of a channel`);
  const old = persons.findOrCreate(tools, name);
  const person: Person = { ...old, ...defined(changes) };
  persons.put(tools.tx, person);
  return { platform: 'youtube', name, id: channelId(person), url: channelUrl(person) };
}
