import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp } from '../../test/harness.ts';
import type { Tx } from './client.ts';
import { inTransaction } from './transaction.ts';

const t = await startTestApp();
const ctx = { db: t.app.systemCtx.db };

async function twoUsers(): Promise<[string, string]> {
  return [(await t.newUser()).ownerId, (await t.newUser()).ownerId];
}

async function rename(db: Tx, id: string, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', id).execute();
}

async function nameOf(id: string): Promise<string | undefined> {
  const [row] = await t.sql<{ name: string }>('SELECT name FROM users WHERE id = $1', [id]);
  return row?.name;
}

async function raise(db: Tx, state: string): Promise<void> {
  await sql`DO ${sql.raw(`'BEGIN RAISE SQLSTATE ''${state}''; END'`)}`.execute(db);
}

test('commits the writes of the callback and returns its result', async () => {
  const [id] = await twoUsers();
  const result = await inTransaction(ctx, async (ctx) => {
    await rename(ctx.db, id, 'Renamed');
    return 'done';
  });
  assert.equal(result, 'done');
  assert.equal(await nameOf(id), 'Renamed');
});

test('rolls back on an error and passes it on unchanged', async () => {
  const [id] = await twoUsers();
  const fault = new Error('no');
  const work = inTransaction(ctx, async (ctx) => {
    await rename(ctx.db, id, 'Renamed');
    throw fault;
  });
  await assert.rejects(work, (error) => error === fault);
  assert.equal(await nameOf(id), 'Test');
});

test('throws if the error of a statement was ignored, because nothing is stored', async () => {
  const [id] = await twoUsers();
  const work = inTransaction(ctx, async (ctx) => {
    await rename(ctx.db, id, 'Renamed');
    await raise(ctx.db, '23514').catch(() => undefined);
  });
  await assert.rejects(work, /its error was ignored/);
  assert.equal(await nameOf(id), 'Test');
});

test('refuses a transaction inside another', async () => {
  await assert.rejects(
    inTransaction(ctx, (ctx) => inTransaction(ctx, () => Promise.resolve())),
    /cannot contain another/,
  );
});

test('passes on the other parts of the context', async () => {
  assert.equal(await inTransaction({ ...ctx, word: 'same' }, async (ctx) => ctx.word), 'same');
});

test('repeats after a serialization failure and keeps nothing of the failed attempts', async () => {
  const [first, second] = await twoUsers();
  let attempts = 0;
  await inTransaction(ctx, async (ctx) => {
    attempts += 1;
    await rename(ctx.db, attempts < 3 ? first : second, 'Renamed');
    if (attempts < 3) await raise(ctx.db, '40001');
  });
  assert.equal(attempts, 3);
  assert.deepEqual([await nameOf(first), await nameOf(second)], ['Test', 'Renamed']);
});

test('gives up after the third attempt', async () => {
  let attempts = 0;
  const work = inTransaction(ctx, async (ctx) => {
    attempts += 1;
    await raise(ctx.db, '40001');
  });
  await assert.rejects(work);
  assert.equal(attempts, 3);
});

test('does not repeat other errors', async () => {
  let attempts = 0;
  const work = inTransaction(ctx, async (ctx) => {
    attempts += 1;
    await raise(ctx.db, '23514');
  });
  await assert.rejects(work, { code: '23514' });
  assert.equal(attempts, 1);
});

test('two transactions in a deadlock both succeed', async () => {
  const [first, second] = await twoUsers();
  const bothHold = Promise.withResolvers<void>();
  let holding = 0;
  const change = (ids: readonly string[]) =>
    inTransaction(ctx, async (ctx) => {
      for (const id of ids) {
        await rename(ctx.db, id, 'Renamed');
        if ((holding += 1) === 2) bothHold.resolve();
        await bothHold.promise;
      }
    });
  await Promise.all([change([first, second]), change([second, first])]);
  assert.ok(holding > 4, 'one of them ran again');
  assert.deepEqual([await nameOf(first), await nameOf(second)], ['Renamed', 'Renamed']);
});

test('repeats on a violation of the constraint in repeatOn, and on no other', async () => {
  const [id] = await twoUsers();
  const insertAgain = async (repeatOn: string): Promise<number> => {
    let attempts = 0;
    const work = inTransaction(
      ctx,
      async (ctx) => {
        attempts += 1;
        if (attempts === 3) return;
        await sql`INSERT INTO users SELECT * FROM users WHERE id = ${id}`.execute(ctx.db);
      },
      { repeatOn },
    );
    await work.catch((error: unknown) => assert.equal((error as { code: string }).code, '23505'));
    return attempts;
  };
  assert.equal(await insertAgain('users_pkey'), 3);
  assert.equal(await insertAgain('users_other_key'), 1);
});

test('reports unavailable for a deadlock that repeating does not resolve', async () => {
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const attempt = inTransaction(t.app.systemCtx, () => Promise.reject(deadlock));
  await assert.rejects(attempt, { code: 'unavailable' });
});
