import type { Call } from '../../core/platform.ts';
import { Refusal, type Reply } from '../../core/wire/reply.ts';
import { problemReply } from './errors.ts';
import { appRate, rates, rateWindowMs } from './limits.ts';
import type { Person } from './persons.ts';

export type RateName = keyof typeof rates;

type Bucket = { readonly key: string; readonly limit: number; readonly windowMs: number; readonly prefix: string };

/** Buckets are refilled when their window ends. */
const allowanceOf = ({ limit }: Bucket) => ({ perSecond: 0, burst: limit });
const windowOf = ({ clock }: Call, { windowMs }: Bucket): number => Math.floor(clock.now() / windowMs);
const keyOf = (call: Call, bucket: Bucket): string => `${bucket.key}:${windowOf(call, bucket)}`;

function bucketsOf(name: RateName, person: Person): Bucket[] {
  const limit = name === 'createTweet' ? person.postsPerWindow : rates[name];
  if (limit === 0) return [];
  const own = { key: `x:${name}:${person.id}`, limit, windowMs: rateWindowMs, prefix: 'x-rate-limit' };
  return name === 'createTweet' ? [own, { ...appRate, key: 'x:app', prefix: 'x-app-limit-24hour' }] : [own];
}

export function spend(call: Call, name: RateName, person: Person): void {
  const buckets = bucketsOf(name, person);
  const isEmpty = buckets.some((bucket) => call.throttle.left(keyOf(call, bucket), allowanceOf(bucket)) < 1);
  if (isEmpty) throw new Refusal(tooMany());
  for (const bucket of buckets) call.throttle.spend(keyOf(call, bucket), allowanceOf(bucket), 1);
}

const tooMany = (): Reply => problemReply({ status: 429, title: 'Too Many Requests' });

export function withRates(call: Call, reply: Reply, { name, person }: { name: RateName; person: Person }): Reply {
  const headers = bucketsOf(name, person).flatMap((bucket): [string, string][] => [
    [`${bucket.prefix}-limit`, String(bucket.limit)],
    [`${bucket.prefix}-remaining`, String(call.throttle.left(keyOf(call, bucket), allowanceOf(bucket)))],
    [`${bucket.prefix}-reset`, String(((windowOf(call, bucket) + 1) * bucket.windowMs) / 1000)],
  ]);
  return { ...reply, headers: { ...Object.fromEntries(headers), ...reply.headers } };
}

export function throttled(call: Call, resetSeconds: number): Reply {
  const reply = tooMany();
  const reset = Math.ceil(call.clock.now() / 1000) + resetSeconds;
  const headers = { 'x-rate-limit-limit': '100', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(reset) };
  return { ...reply, headers: { ...reply.headers, ...headers } };
}
