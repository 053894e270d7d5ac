import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { passingTime } from '../../../../test/passing-time.ts';
import { waitFor } from '../../../../test/wait-for.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { insertEvents } from '../../../domain/events/event-store.ts';
import { newEventRow } from '../../../domain/events/new-event-row.ts';

const t = await startTestApp({ listens: true });
const { feedSignals } = t.app.systemCtx;
const empty = { events: [], nextCursor: null, hasMore: false };

async function poll({ key }: { key: string }, query: string, signal?: AbortSignal) {
  const response = await fetch(`${t.app.systemCtx.site.baseUrl()}/v1/events?${query}`, {
    headers: { authorization: `Bearer ${key}` },
    ...(signal === undefined ? {} : { signal }),
  });
  assert.equal(response.status, 200);
  return (await response.json()) as { events: { type: string }[]; nextCursor: string | null; hasMore: boolean };
}

async function untilWaiting({ ownerId }: TestUser, count: number): Promise<void> {
  const deadlineMs = performance.now() + 10_000;
  while (feedSignals.waitingFor(ownerId) !== count) {
    assert.ok(performance.now() < deadlineMs, `${feedSignals.waitingFor(ownerId)} instead of ${count} wait`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function makeContact(user: TestUser): Promise<string> {
  const profile = await makeProfile(user.call);
  const { status, text } = await user.call('POST', '/v1/contacts', { body: { profileId: profile._id, name: 'Ada' } });
  assert.equal(status, 201, text);
  return profile._id;
}

const typesOf = (page: { events: { type: string }[] }) => page.events.map(({ type }) => type);

test('returns as soon as an event is emitted', async () => {
  const user = await t.newUser();
  const waiting = [poll(user, 'wait=30'), poll(user, 'wait=30&type=contact.created')];
  await untilWaiting(user, 2);
  await makeContact(user);
  for (const page of await Promise.all(waiting)) assert.deepEqual(typesOf(page), ['contact.created']);
  await untilWaiting(user, 0);
});

test('returns at once when there are events already', async () => {
  const user = await t.newUser();
  await makeContact(user);
  const { nextCursor, ...page } = await poll(user, 'wait=30');
  assert.deepEqual(typesOf(page), ['contact.created']);
  const waiting = poll(user, `wait=30&after=${nextCursor}`);
  await untilWaiting(user, 1);
  await makeContact(user);
  assert.deepEqual(typesOf(await waiting), ['contact.created']);
});

test('returns the empty page with its cursor when the time is over, and at once without wait', async () => {
  const user = await t.newUser();
  assert.deepEqual(await poll(user, 'wait=0'), empty);
  assert.deepEqual(await poll(user, ''), empty);
  const waiting = poll(user, 'wait=30');
  await untilWaiting(user, 1);
  await t.advance(29_000);
  await untilWaiting(user, 1);
  await t.advance(1000);
  assert.deepEqual(await waiting, empty);
  await untilWaiting(user, 0);
});

test('finds events that another process has emitted', async () => {
  const user = await t.newUser();
  const waiting = poll(user, 'wait=30');
  await untilWaiting(user, 1);
  const caller = { kind: 'system', ownerId: user.ownerId } as const;
  await inTransaction({ ...t.app.systemCtx, caller }, async (ctx) =>
    insertEvents(ctx.db, [newEventRow(ctx, { type: 'post.published', resourceId: 'pst_1', data: { profileIds: [] } })]),
  );
  // Advances repeatedly: the request may have read an empty page before the event and not be asleep yet.
  assert.deepEqual(typesOf(await passingTime(t, waiting)), ['post.published']);
});

test('keeps waiting for events that the filter or the key excludes', async () => {
  const user = await t.newUser();
  const listed = await makeProfile(user.call);
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id], permission: 'read' });
  const waiting = [poll({ key }, 'wait=30'), poll(user, 'wait=30&type=post.published')];
  await untilWaiting(user, 2);
  await makeContact(user);
  await t.advance(29_000);
  await untilWaiting(user, 2);
  await t.advance(1000);
  for (const page of await Promise.all(waiting)) assert.deepEqual(page, empty);
});

test("keeps waiting when another user's event is emitted", async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const waiting = poll(user, 'wait=30');
  await untilWaiting(user, 1);
  await makeContact(other);
  await t.advance(30_000);
  assert.deepEqual(await waiting, empty);
});

test('stops waiting when the client disconnects', async () => {
  const user = await t.newUser();
  const client = new AbortController();
  const waiting = assert.rejects(poll(user, 'wait=30', client.signal), { name: 'AbortError' });
  await untilWaiting(user, 1);
  client.abort();
  await waiting;
  await untilWaiting(user, 0);
});

test('lets ten requests of a user wait and returns the eleventh at once; other users still wait', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const waiting = Array.from({ length: 10 }, () => poll(user, 'wait=30'));
  await untilWaiting(user, 10);
  assert.deepEqual(await poll(user, 'wait=30'), empty);
  const theirs = poll(other, 'wait=30');
  await untilWaiting(other, 1);
  await Promise.all([makeContact(user), makeContact(other)]);
  for (const page of await Promise.all([...waiting, theirs])) assert.deepEqual(typesOf(page), ['contact.created']);
});

test('holds no database connection while it waits', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => t.newUser()));
  const waiting = users.map((user) => poll(user, 'wait=30'));
  for (const user of users) await untilWaiting(user, 1);
  // The use of a key is recorded after its request has begun to wait.
  await waitFor('that all connections are idle', async () => {
    const [{ busy } = { busy: -1 }] = await t.sql<{ busy: number }>(
      `SELECT count(*)::int AS busy FROM pg_stat_activity
        WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
    );
    return busy === 0;
  });
  await t.advance(30_000);
  for (const page of await Promise.all(waiting)) assert.deepEqual(page, empty);
});

test('returns 400 unless wait is a number of seconds from 0 to 30', async () => {
  const user = await t.newUser();
  for (const wait of ['31', '-1', '1.5', 'x', '']) {
    const response = await user.call('GET', `/v1/events?wait=${wait}`);
    assertError(response, 400, { code: 'validation', param: 'wait' });
  }
});

// Last, because it stops this file's server.
test('a stopping server releases the requests that wait, and later ones', async () => {
  const user = await t.newUser();
  const waiting = [poll(user, 'wait=30'), poll(user, 'wait=30')];
  await untilWaiting(user, 2);
  t.app.announceStop();
  for (const page of await Promise.all(waiting)) assert.deepEqual(page, empty);
  assert.deepEqual(await poll(user, 'wait=30'), empty);
});
