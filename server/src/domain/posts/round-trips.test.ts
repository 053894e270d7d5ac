import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countRoundTrips } from '../../../test/count-round-trips.ts';
import { makeAccount } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';

const t = await startTestApp({ sandbox: true, environment: { HERALD_DATABASE_POOL_SIZE: '2' } });

let number = 0;

async function createScheduled(user: TestUser, accountId: string): Promise<void> {
  const content = `Post ${(number += 1)}`;
  const body = { content, scheduledFor: '2026-04-01T09:00:00Z', platforms: [{ platform: 'telegram', accountId }] };
  const { status, text } = await user.call('POST', '/v1/posts', { body });
  assert.equal(status, 201, text);
}

test('creates a scheduled post in four round trips: key, account, duplicate check, and all writes', async () => {
  const user = await t.newUser();
  const { _id: accountId } = await makeAccount(user.call);
  for (let warmUp = 1; warmUp <= 4; warmUp += 1) await createScheduled(user, accountId);
  assert.equal(await countRoundTrips(() => createScheduled(user, accountId)), 4);
});
