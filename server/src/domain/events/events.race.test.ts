import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { sendWaiting } from '../../../test/send-waiting.ts';
import { inTransaction } from '../../db/transaction.ts';
import { seededRandom } from '../../kernel/crypto/random.ts';
import type { TxCtx } from '../context.ts';
import { insertEvents } from './event-store.ts';
import { newEventRow } from './new-event-row.ts';

const t = await startTestApp({ environment: { HERALD_DATABASE_POOL_SIZE: '40' } });

function writing<Result>(user: TestUser, run: (ctx: TxCtx) => Promise<Result>): Promise<Result> {
  const caller = { kind: 'system', ownerId: user.ownerId } as const;
  return inTransaction({ ...t.app.systemCtx, caller }, run);
}

async function happen(ctx: TxCtx): Promise<string> {
  const row = newEventRow(ctx, { type: 'post.published', resourceId: 'pst_1', data: { profileIds: [] } });
  insertEvents(ctx.db, [row]);
  await sendWaiting(ctx.db);
  return row.id;
}

type Page = { events: { id: string }[]; nextCursor: string | null; hasMore: boolean };

async function read(user: TestUser, after: string | null, limit = 50): Promise<Page> {
  const query = new URLSearchParams({ limit: String(limit), ...(after === null ? {} : { after }) });
  const { status, body, text } = await user.call('GET', `/v1/events?${query.toString()}`);
  assert.equal(status, 200, text);
  return body;
}

async function follow(user: TestUser, isOver: () => boolean, limitOf: () => number): Promise<string[]> {
  const seen: string[] = [];
  let after: string | null = null;
  for (;;) {
    const wasOver = isOver();
    const page = await read(user, after, limitOf());
    seen.push(...page.events.map((event) => event.id));
    after = page.nextCursor;
    if (wasOver && page.events.length === 0) return seen;
  }
}

test('the cursor finds an event committed after a later event was read', async () => {
  const user = await t.newUser();
  const [begun, mayCommit] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  const slow = writing(user, async (ctx) => {
    begun.resolve(await happen(ctx));
    await mayCommit.promise;
  });
  const early = await begun.promise;
  await t.advance(1);
  const late = await writing(user, happen);
  assert.ok(early < late);
  const first = await read(user, null);
  assert.deepEqual(
    first.events.map((event) => event.id),
    [late],
  );
  mayCommit.resolve();
  await slow;
  const second = await read(user, first.nextCursor);
  assert.deepEqual(
    second.events.map((event) => event.id),
    [early],
  );
  const again = await read(user, null);
  assert.deepEqual(
    again.events.map((event) => event.id),
    [late, early],
  );
});

test('a rolled-back event leaves neither a gap nor a delay', async () => {
  const user = await t.newUser();
  const first = await writing(user, happen);
  const { nextCursor } = await read(user, null);
  const broken = writing(user, async (ctx) => {
    await happen(ctx);
    throw new Error('rolled back');
  });
  await assert.rejects(broken, /rolled back/);
  const second = await writing(user, happen);
  assert.deepEqual(
    (await read(user, nextCursor)).events.map((event) => event.id),
    [second],
  );
  assert.deepEqual(
    (await read(user, null)).events.map((event) => event.id),
    [first, second],
  );
});

test('200 events of 20 concurrent transactions are read exactly once, in the same order by every reader', async () => {
  const user = await t.newUser();
  const random = seededRandom('events race');
  const draw = (below: number): number => (random.bytes(1)[0] ?? 0) % below;
  let isOver = false;
  const readers = [1, 2, 3].map(() =>
    follow(
      user,
      () => isOver,
      () => 1 + draw(30),
    ),
  );
  const written = await Promise.all(
    Array.from({ length: 20 }, () =>
      writing(user, async (ctx) => {
        const ids: string[] = [];
        for (let n = 1; n <= 10; n += 1) {
          ids.push(await happen(ctx));
          for (let pause = draw(12); pause > 0; pause -= 1) await ctx.db.selectFrom('users').select('id').execute();
        }
        return ids;
      }),
    ),
  );
  isOver = true;
  const seen = await Promise.all(readers);
  const fromTheBeginning = await follow(
    user,
    () => true,
    () => 200,
  );
  assert.equal(fromTheBeginning.length, 200);
  assert.deepEqual(fromTheBeginning.toSorted(), written.flat().sort());
  for (const one of seen) assert.deepEqual(one, fromTheBeginning);
});

test('concurrent first readers of a feed all see the same order', async () => {
  const user = await t.newUser();
  await Promise.all(Array.from({ length: 30 }, () => writing(user, happen)));
  const pages = await Promise.all(Array.from({ length: 10 }, () => read(user, null)));
  for (const page of pages) assert.deepEqual(page.events, pages[0]?.events);
  assert.equal(pages[0]?.events.length, 30);
});
