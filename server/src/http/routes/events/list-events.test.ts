import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile, makeWebhook } from '../../../../test/factories.ts';
import { startTestApp, type Call, type TestUser } from '../../../../test/harness.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { insertEvents } from '../../../domain/events/event-store.ts';
import { newEventRow } from '../../../domain/events/new-event-row.ts';

const t = await startTestApp({ partitions: true });
const day = 86_400_000;

type Fields = { type?: string; profileIds?: string[]; resourceId?: string };

async function happen(user: TestUser, fields: Fields = {}): Promise<string> {
  const { type = 'post.published', profileIds = [], resourceId = 'pst_1' } = fields;
  const caller = { kind: 'system', ownerId: user.ownerId } as const;
  return inTransaction({ ...t.app.systemCtx, caller }, async (ctx) => {
    const row = newEventRow(ctx, { type, resourceId, data: { profileIds } });
    insertEvents(ctx.db, [row]);
    return row.id;
  });
}

async function read(call: Call, query: Record<string, string> = {}) {
  const { status, body, text } = await call('GET', `/v1/events?${new URLSearchParams(query).toString()}`);
  assert.equal(status, 200, text);
  return body;
}

const idsOf = (page: { events: { id: string }[] }): string[] => page.events.map((event) => event.id);

test('returns an empty page without a cursor for a user without events', async () => {
  const user = await t.newUser();
  assert.deepEqual(await read(user.call), { events: [], nextCursor: null, hasMore: false });
});

test('returns the stored envelopes, oldest first', async () => {
  const user = await t.newUser();
  const createdAt = t.app.systemCtx.clock.now().toISOString();
  const first = await happen(user, { type: 'contact.created', profileIds: ['prf_1'] });
  await t.advance(1);
  const second = await happen(user);
  const page = await read(user.call);
  assert.deepEqual(idsOf(page), [first, second]);
  const data = { profileIds: ['prf_1'] };
  assert.deepEqual(page.events[0], { id: first, type: 'contact.created', apiVersion: 'v1', createdAt, data });
  assert.equal(page.hasMore, false);
});

test('continues after nextCursor, which an empty page repeats', async () => {
  const user = await t.newUser();
  const eventIds: string[] = [];
  for (let n = 1; n <= 5; n += 1) {
    eventIds.push(await happen(user));
    await t.advance(1);
  }
  const first = await read(user.call, { limit: '2' });
  assert.deepEqual([idsOf(first), first.hasMore], [eventIds.slice(0, 2), true]);
  const second = await read(user.call, { limit: '3', after: first.nextCursor });
  assert.deepEqual([idsOf(second), second.hasMore], [eventIds.slice(2), false]);
  const empty = await read(user.call, { after: second.nextCursor });
  assert.deepEqual(empty, { events: [], nextCursor: second.nextCursor, hasMore: false });
  const late = await happen(user);
  assert.deepEqual(idsOf(await read(user.call, { after: empty.nextCursor })), [late]);
  assert.deepEqual(idsOf(await read(user.call, { after: first.nextCursor, limit: '1' })), [eventIds[2]]);
});

test('returns 50 events by default, and pages of 200 return each of 2300 events once', async () => {
  const user = await t.newUser();
  await t.sql(
    `INSERT INTO events (id, owner_id, type, resource_id, profile_ids, body, is_in_feed, created_at)
     SELECT id, $1, 'post.published', 'pst_1', '{}',
            convert_to(json_build_object('id', id, 'type', 'post.published', 'apiVersion', 'v1',
              'createdAt', '2026-03-02T09:00:00.000Z', 'data', json_build_object('profileIds', '{}'::text[]))::text, 'UTF8'),
            true, herald_now()
       FROM (SELECT 'evt_' || right($1, 10) || lpad(n::text, 14, '0') AS id FROM generate_series(1, 2300) AS n) AS new`,
    [user.ownerId],
  );
  assert.equal((await read(user.call)).events.length, 50);
  const seen: string[] = [];
  let after: string | null = null;
  for (let hasMore = true; hasMore;) {
    const page = await read(user.call, { limit: '200', ...(after === null ? {} : { after }) });
    seen.push(...idsOf(page));
    ({ hasMore, nextCursor: after } = page);
  }
  assert.equal(seen.length, 2300);
  assert.equal(new Set(seen).size, 2300);
});

test('filters by a comma-separated type list, and a cursor works with any filter', async () => {
  const user = await t.newUser();
  const [a, b, c] = [
    await happen(user, { type: 'post.published' }),
    (await t.advance(1), await happen(user, { type: 'contact.created' })),
    (await t.advance(1), await happen(user, { type: 'post.failed' })),
  ];
  const page = await read(user.call, { type: 'post.published,post.failed', limit: '1' });
  assert.deepEqual([idsOf(page), page.hasMore], [[a], true]);
  assert.deepEqual(idsOf(await read(user.call, { type: 'post.published,post.failed' })), [a, c]);
  assert.deepEqual(idsOf(await read(user.call, { after: page.nextCursor })), [b, c]);
  assert.deepEqual(idsOf(await read(user.call, { after: page.nextCursor, type: 'post.failed' })), [c]);
  assert.deepEqual(await read(user.call, { type: 'message.sent' }), { events: [], nextCursor: null, hasMore: false });
});

test('webhook.test is not in the feed', async () => {
  const user = await t.newUser();
  const { id } = await makeWebhook(user.call);
  await user.call('POST', `/v1/webhooks/${id}/test`);
  assert.deepEqual((await read(user.call)).events, []);
  assert.deepEqual((await read(user.call, { type: 'webhook.test' })).events, []);
});

test('the events of other users are not in the feed', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  await happen(other);
  assert.deepEqual((await read(user.call)).events, []);
});

test('a limited key sees only events whose profiles are all in its scope, and none without profiles', async () => {
  const user = await t.newUser();
  const [a, b, c] = [await makeProfile(user.call), await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [a._id, b._id], permission: 'read' });
  const lists = [[], [a._id], [c._id], [a._id, c._id], [a._id, b._id]];
  const eventIds: string[] = [];
  for (const profileIds of lists) {
    eventIds.push(await happen(user, { profileIds }));
    await t.advance(1);
  }
  const page = await read(t.as(key));
  assert.deepEqual(idsOf(page), [eventIds[1], eventIds[4]]);
  assert.deepEqual(idsOf(await read(user.call)), eventIds);
  assert.deepEqual(idsOf(await read(user.call, { after: page.nextCursor })), [], 'one cursor for all keys of a user');
});

test('returns 400 Invalid cursor for a foreign, modified or malformed cursor', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  await happen(user);
  await happen(other);
  const [own, foreign] = [(await read(user.call)).nextCursor, (await read(other.call)).nextCursor];
  const [text, mark] = own.split('.');
  const forged = `${Buffer.from('["0","evt_1"]').toString('base64url')}.${mark}`;
  const wrong = [foreign, forged, text, `${own}x`, own.slice(1), own.toUpperCase(), 'x', '0', 'x'.repeat(600)];
  for (const after of wrong) {
    const response = await user.call('GET', `/v1/events?after=${encodeURIComponent(after)}`);
    assertError(response, 400, { error: 'Invalid cursor' });
  }
});

test('returns 400 naming the invalid parameter', async () => {
  const user = await t.newUser();
  const faults: Record<string, string[]> = {
    after: ['after=', 'after=a&after=b', 'after=%00'],
    limit: ['limit=', 'limit=0', 'limit=201', 'limit=ten', 'limit=1&limit=1'],
    type: [
      'type=',
      'type=post',
      'type=post.published,',
      'type=,',
      'type=post.published,post.nothing',
      'type=Post.Failed',
    ],
  };
  for (const [param, queries] of Object.entries(faults)) {
    for (const query of queries) {
      assertError(await user.call('GET', `/v1/events?${query}`), 400, { code: 'validation', param });
    }
  }
});

test('events leave the feed after 30 days, and an expired cursor continues at the oldest kept event', async () => {
  const user = await t.newUser();
  const old = await happen(user);
  const { nextCursor } = await read(user.call);
  await t.advance(29 * day);
  const [recent] = [await happen(user)];
  assert.deepEqual(idsOf(await read(user.call)), [old, recent]);
  assert.deepEqual(idsOf(await read(user.call, { after: nextCursor })), [recent]);
  await t.advance(2 * day);
  assert.deepEqual(idsOf(await read(user.call)), [recent]);
  assert.deepEqual(idsOf(await read(user.call, { after: nextCursor })), [recent]);
  await t.advance(9 * day);
  await t.app.drain();
  const stored = await t.sql('SELECT id FROM events WHERE owner_id = $1', [user.ownerId]);
  assert.deepEqual(stored, [{ id: recent }]);
  assert.deepEqual(idsOf(await read(user.call, { after: nextCursor })), [recent]);
});

test('an empty page repeats an expired cursor', async () => {
  const user = await t.newUser();
  await happen(user);
  const { nextCursor } = await read(user.call);
  await t.advance(31 * day);
  assert.deepEqual(await read(user.call, { after: nextCursor }), { events: [], nextCursor, hasMore: false });
});

test('after restoring an older backup, a cursor of a lost event restarts at the oldest event', async () => {
  const user = await t.newUser();
  const eventIds: string[] = [];
  for (let n = 1; n <= 4; n += 1) {
    eventIds.push(await happen(user));
    await t.advance(1);
  }
  const { nextCursor } = await read(user.call);
  await t.sql('DELETE FROM events WHERE owner_id = $1 AND feed_position > 2', [user.ownerId]);
  await t.sql('UPDATE event_feeds SET last_position = 2 WHERE owner_id = $1', [user.ownerId]);
  const remaining = eventIds.slice(0, 2);
  assert.deepEqual(idsOf(await read(user.call, { after: nextCursor })), remaining);
  for (let n = 1; n <= 3; n += 1) {
    remaining.push(await happen(user));
    await t.advance(1);
  }
  const again = await read(user.call, { after: nextCursor });
  assert.deepEqual(idsOf(again), remaining, 'position 4 is another event now');
  assert.deepEqual(idsOf(await read(user.call, { after: again.nextCursor })), []);
});
