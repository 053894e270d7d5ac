import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type Call } from '../../../../test/harness.ts';

const t = await startTestApp();

async function namesSeenBy(call: Call): Promise<string[]> {
  const { status, body } = await call('GET', '/v1/api-keys');
  assert.equal(status, 200);
  return body.apiKeys.map((apiKey: { name: string }) => apiKey.name);
}

async function lastUsedAt(keyId: string): Promise<Date | null | undefined> {
  await t.app.settled();
  const [row] = await t.sql<{ last_used_at: Date | null }>('SELECT last_used_at FROM api_keys WHERE id = $1', [keyId]);
  return row?.last_used_at;
}

test('lists the newest key first', async () => {
  const user = await t.newUser();
  for (const name of ['Zebra', 'Apple', 'Mango']) {
    await t.advance(5);
    await makeKey(user.call, { name });
  }
  assert.deepEqual(await namesSeenBy(user.call), ['Mango', 'Apple', 'Zebra', 'Default']);
});

test('returns the same fields as on creation, except the key itself', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  const { key, ...shown } = await makeKey(user.call, { scope: 'profiles', profileIds: [profile._id] });
  const { body, text } = await user.call('GET', '/v1/api-keys');
  assert.deepEqual(
    body.apiKeys.find((apiKey: { id: string }) => apiKey.id === shown.id),
    shown,
  );
  assert.ok(!text.includes(key));
});

test('never lists a key of another user', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  await makeKey(other.call, { name: 'Theirs' });
  assert.deepEqual(await namesSeenBy(user.call), ['Default']);
});

test('lists all keys for a read-only key', async () => {
  const user = await t.newUser();
  const { key } = await makeKey(user.call, { name: 'Reader', permission: 'read' });
  assert.deepEqual((await namesSeenBy(t.as(key))).sort(), ['Default', 'Reader']);
});

test('lists only the key itself for a limited key', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  const limited = { scope: 'profiles', profileIds: [profile._id] };
  const { key } = await makeKey(user.call, { name: 'Limited', ...limited });
  await makeKey(user.call, { name: 'Its twin', ...limited });
  assert.deepEqual(await namesSeenBy(t.as(key)), ['Limited']);
});

test('lastUsedAt is null until the first use and then updated at most once a minute', async () => {
  const user = await t.newUser();
  const { id, key } = await makeKey(user.call);
  assert.equal(await lastUsedAt(id), null);

  const firstUse = t.app.systemCtx.clock.now();
  await t.as(key)('GET', '/v1/profiles');
  assert.deepEqual(await lastUsedAt(id), firstUse);

  await t.advance(59_999);
  await t.as(key)('GET', '/v1/profiles');
  assert.deepEqual(await lastUsedAt(id), firstUse);

  await t.advance(1);
  await t.as(key)('GET', '/v1/profiles');
  assert.deepEqual(await lastUsedAt(id), t.app.systemCtx.clock.now());
});

test('includes lastUsedAt in the list', async () => {
  const user = await t.newUser();
  await user.call('GET', '/v1/profiles');
  await t.app.settled();
  const { body } = await user.call('GET', '/v1/api-keys');
  assert.equal(body.apiKeys[0].lastUsedAt, t.app.systemCtx.clock.now().toISOString());
});
