import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/network.ts';
import { checkParameters } from '../../core/parameters.ts';
import { canBeHandle, channelId, channelUrl, freshId, newPerson, persons, type Person } from './persons.ts';

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

const words = { unknown: 'is not a fact of an account', missing: 'is missing', type: 'has the wrong type' };

export function putAccount({ tx, random }: AccountTools, facts: AccountFacts): AccountView {
  const reading = checkParameters(facts, shape);
  if (!reading.ok) throw new FactsError(`${reading.fault.name} ${words[reading.fault.kind]}`);
  const { name, ...changes } = reading.values;
  if (!canBeHandle(name)) throw new FactsError(`${name} cannot be the handle of a channel`);
  const old = persons.named(tx, name) ?? newPerson(name, freshId(random));
  const person: Person = { ...old, ...defined(changes) };
  persons.put(tx, person);
  return { platform: 'youtube', name, id: channelId(person), url: channelUrl(person) };
}
