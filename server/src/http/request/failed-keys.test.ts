import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { manualClock } from '../../kernel/time/clock.ts';
import { createFailedKeys } from './failed-keys.ts';

const limit = { HERALD_AUTH_FAILURES_PER_MINUTE: '3' };
const unknownKey = `hrd_live_${'0'.repeat(64)}`;

type From = { peer: string; forwardedFor?: string };

async function fail(t: TestApp, { peer, forwardedFor }: From) {
  const response = await t.app.http.inject({
    url: '/v1/profiles',
    remoteAddress: peer,
    headers: {
      authorization: `Bearer ${unknownKey}`,
      ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
    },
  });
  return response.statusCode;
}

test('returns unauthorized up to the limit per IP address, then rateLimited until the minute is over', () => {
  const clock = manualClock(new Date('2026-03-02T09:00:00Z'));
  const failed = createFailedKeys(clock, 2);
  const fails = () => failed('192.0.2.1', 'unknown');
  assert.deepEqual([fails().code, fails().code, fails().code], ['unauthorized', 'unauthorized', 'rateLimited']);
  assert.equal(fails().details.retryAfterSeconds, 60);
  clock.advance(59_999);
  assert.equal(fails().details.retryAfterSeconds, 1);
  clock.advance(1);
  assert.equal(fails().code, 'unauthorized');
});

test('counts failures per IP address', () => {
  const failed = createFailedKeys(manualClock(new Date('2026-03-02T09:00:00Z')), 1);
  assert.equal(failed('192.0.2.1', 'unknown').code, 'unauthorized');
  assert.equal(failed('192.0.2.2', 'unknown').code, 'unauthorized');
  assert.equal(failed('192.0.2.1', 'unknown').code, 'rateLimited');
});

test('returns 429 with Retry-After beyond the limit, while a valid key from the same IP address passes', async () => {
  const t = await startTestApp({ environment: limit });
  const user = await t.newUser();
  const failures = [];
  for (let request = 1; request <= 4; request += 1) failures.push(await t.as(unknownKey)('GET', '/v1/profiles'));
  assert.deepEqual(
    failures.map((response) => response.status),
    [401, 401, 401, 429],
  );
  assert.deepEqual(failures[3]?.body, { error: 'rate_limited', retryAfter: 60 });
  assert.equal(failures[3].headers['retry-after'], '60');
  assert.equal((await user.call('GET', '/v1/profiles')).status, 200);
  await t.advance(60_000);
  assert.equal((await t.as(unknownKey)('GET', '/v1/profiles')).status, 401);
});

test('missing, malformed and unknown keys all count as failures', async () => {
  const t = await startTestApp({ environment: limit });
  await t.call('GET', '/v1/profiles');
  await t.as('nonsense')('GET', '/v1/profiles');
  await t.as(unknownKey)('GET', '/v1/profiles');
  assert.equal((await t.call('GET', '/v1/profiles')).status, 429);
});

test('X-Forwarded-For is ignored by default', async () => {
  const t = await startTestApp({ environment: limit });
  const statuses = [];
  for (let n = 1; n <= 4; n += 1) statuses.push(await fail(t, { peer: '10.0.0.1', forwardedFor: `192.0.2.${n}` }));
  assert.deepEqual(statuses, [401, 401, 401, 429]);
});

test('X-Forwarded-For is honored from a trusted proxy only', async () => {
  const t = await startTestApp({ environment: { ...limit, HERALD_TRUSTED_PROXIES: '10.0.0.0/8' } });
  const throughProxy = [];
  const direct = [];
  for (let n = 1; n <= 4; n += 1) {
    throughProxy.push(await fail(t, { peer: '10.0.0.1', forwardedFor: `192.0.2.${n}` }));
    direct.push(await fail(t, { peer: '203.0.113.9', forwardedFor: `192.0.2.${n}` }));
  }
  assert.deepEqual(throughProxy, [401, 401, 401, 401]);
  assert.deepEqual(direct, [401, 401, 401, 429]);
});

test('behind a trusted proxy, counts the nearest untrusted IP address and not one the client prepended', async () => {
  const t = await startTestApp({ environment: { ...limit, HERALD_TRUSTED_PROXIES: '10.0.0.0/8' } });
  const statuses = [];
  for (let n = 1; n <= 4; n += 1) {
    statuses.push(await fail(t, { peer: '10.0.0.1', forwardedFor: `198.51.100.${n}, 192.0.2.7, 10.0.0.2` }));
  }
  assert.deepEqual(statuses, [401, 401, 401, 429]);
});
