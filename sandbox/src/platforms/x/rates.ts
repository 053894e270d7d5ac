import type { Call } from '../../core/network.ts';
import { Refusal, type Reply } from '../../core/reply.ts';
import { problemReply } from './errors.ts';
import { appRate, rates, rateWindowMs } from './limits.ts';
import type { Person } from './persons.ts';

export type RateName = keyof typeof rates;

type Purse = { readonly key: string; readonly limit: number; readonly windowMs: number; readonly prefix: string };

/** A purse is full again when its window is over. */
const allowanceOf = ({ limit }: Purse) => ({ perSecond: 0, burst: limit });
const windowOf = ({ clock }: Call, { windowMs }: Purse): number => Math.floor(clock.now() / windowMs);
const keyOf = (call: Call, purse: Purse): string => `${purse.key}:${windowOf(call, purse)}`;

function pursesOf(name: RateName, person: Person): Purse[] {
  const limit = name === 'createTweet' ? person.postsPerWindow : rates[name];
  if (limit === 0) return [];
  const own = { key: `x:${name}:${person.id}`, limit, windowMs: rateWindowMs, prefix: 'x-rate-limit' };
  return name === 'createTweet' ? [own, { ...appRate, key: 'x:app', prefix: 'x-app-limit-24hour' }] : [own];
}

export function spend(call: Call, name: RateName, person: Person): void {
  const purses = pursesOf(name, person);
  const isEmpty = purses.some((purse) => call.throttle.left(keyOf(call, purse), allowanceOf(purse)) < 1);
  if (isEmpty) throw new Refusal(tooMany());
  for (const purse of purses) call.throttle.spend(keyOf(call, purse), allowanceOf(purse), 1);
}

const tooMany = (): Reply => problemReply({ status: 429, title: 'Too Many Requests' });

/** What is left goes with every answer. */
export function withRates(call: Call, reply: Reply, { name, person }: { name: RateName; person: Person }): Reply {
  const headers = pursesOf(name, person).flatMap((purse): [string, string][] => [
    [`${purse.prefix}-limit`, String(purse.limit)],
    [`${purse.prefix}-remaining`, String(call.throttle.left(keyOf(call, purse), allowanceOf(purse)))],
    [`${purse.prefix}-reset`, String(((windowOf(call, purse) + 1) * purse.windowMs) / 1000)],
  ]);
  return { ...reply, headers: { ...Object.fromEntries(headers), ...reply.headers } };
}

export function throttled(call: Call, resetSeconds: number): Reply {
  const reply = tooMany();
  const reset = Math.ceil(call.clock.now() / 1000) + resetSeconds;
  const headers = { 'x-rate-limit-limit': '100', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(reset) };
  return { ...reply, headers: { ...reply.headers, ...headers } };
}
