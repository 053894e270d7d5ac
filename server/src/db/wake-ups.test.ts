import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../test/harness.ts';
import { realClock } from '../kernel/time/clock.ts';
import { createDatabase } from './client.ts';
import { inTransaction } from './transaction.ts';
import { createWakeUps } from './wake-ups.ts';

const t = await startTestApp();
const { db, log } = t.app.systemCtx;

async function until(isTrue: () => boolean): Promise<void> {
  for (let left = 400; !isTrue(); left -= 1) {
    assert.ok(left > 0, 'it did not happen within ten seconds');
    await realClock.sleep(25);
  }
}

test('a wake-up reaches the listeners of its queue in another process', async () => {
  const other = createDatabase({ url: t.databaseUrl, poolSize: 1, log });
  const receiver = createWakeUps({ db: other.db, log });
  const received: string[] = [];
  receiver.subscribe('deliveries', (key) => received.push(key));
  const listening = receiver.listen({ url: t.databaseUrl, clock: realClock });
  const sender = createWakeUps({ db, log });
  // Repeated, because the test cannot see when the receiver starts to listen.
  await until(() => {
    sender.wake('posts');
    sender.wake('deliveries', 'usr_1 whe_1');
    return received.length > 0;
  });
  assert.deepEqual(new Set(received), new Set(['usr_1 whe_1']));
  await listening.stop();
  await other.close();
});

test('a wake-up reaches a listener in the same process synchronously', async () => {
  const statements: string[] = [];
  const wakeUps = createWakeUps({ db: t.app.systemCtx.db, log });
  wakeUps.subscribe('posts', () => statements.push('heard'));
  wakeUps.wake('posts');
  assert.deepEqual(statements, ['heard']);
});

test('wake-ups of a transaction take effect after its commit, and never after a rollback', async () => {
  const heard: string[] = [];
  const ctx = { db, wake: (queue: string) => void heard.push(queue) };
  await inTransaction(ctx, async (ctx) => {
    ctx.wake('posts');
    assert.deepEqual(heard, [], 'not before the commit');
  });
  assert.deepEqual(heard, ['posts']);
  const failing = inTransaction(ctx, async (ctx) => {
    ctx.wake('deliveries');
    throw new Error('rolled back');
  });
  await assert.rejects(failing, /rolled back/);
  assert.deepEqual(heard, ['posts']);
});
