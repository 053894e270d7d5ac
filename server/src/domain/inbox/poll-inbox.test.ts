import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';

const t = await startTestApp({ sandbox: true });
const minute = 60_000;

async function polled(platform: string): Promise<number> {
  const { text } = await t.call('GET', '/metrics');
  const [, count = '0'] = new RegExp(`herald_messages_polled_total{platform="${platform}"} (\\d+)`).exec(text) ?? [];
  return Number(count);
}

async function received(user: TestUser): Promise<string[]> {
  const { body } = await user.call('GET', '/v1/events?type=message.received');
  return body.events.map(({ data }: any) => data.message.message);
}

async function pass(minutes: number): Promise<void> {
  await t.advance(minutes * minute);
  await t.app.drain();
}

test('reports a message without events at the next poll, once, and counts it', async () => {
  const user = await t.newUser();
  await makeAccount(user.call, { platform: 'parrot', account: 'polled' });
  await t.app.drain();
  const before = await polled('parrot');
  await t.advance(1000);
  await t.sandbox.control('POST', 'messages', { platform: 'parrot', account: 'polled', person: 'mira', text: 'Hello' });
  await t.app.drain();
  assert.deepEqual(await received(user), []);
  for (let round = 0; round < 3; round += 1) {
    await pass(11);
    assert.deepEqual(await received(user), ['Hello']);
  }
  assert.equal((await polled('parrot')) - before, 1);
});

test('polls platforms with events hourly', async () => {
  const user = await t.newUser();
  await makeAccount(user.call, { platform: 'instagram', account: 'polled.studio' });
  await pass(11);
  await t.sandbox.control('POST', 'delivery', { platform: 'instagram', drop: true });
  const before = await polled('instagram');
  const message = { platform: 'instagram', account: 'polled.studio', person: 'mira', text: 'Its event was lost' };
  await t.sandbox.control('POST', 'messages', message);
  await pass(11);
  assert.deepEqual(await received(user), []);
  await pass(60);
  assert.deepEqual(await received(user), ['Its event was lost']);
  assert.equal((await polled('instagram')) - before, 1);
  await t.sandbox.control('POST', 'delivery', { platform: 'instagram' });
});

test('shows a failed poll in the list, and continues at the next one', async () => {
  const user = await t.newUser();
  await makeAccount(user.call, { platform: 'parrot', account: 'polled-again' });
  await t.app.drain();
  await t.advance(1000);
  const message = { platform: 'parrot', account: 'polled-again', person: 'mira', text: 'Patience' };
  await t.sandbox.control('POST', 'messages', message);
  await t.sandbox.fault('parrot', 'errorBefore', { operation: 'listThreads', account: 'polled-again' });
  await pass(11);
  const { body } = await user.call('GET', '/v1/inbox/conversations');
  assert.equal(body.meta.accountsFailed, 1);
  await pass(11);
  assert.deepEqual(await received(user), ['Patience']);
});
