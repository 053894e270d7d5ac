import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { claimingFor } from '../../../test/data/claims.ts';
import { makeProfile } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { eightADay, makeQueue, placePosts, twiceAWeek } from '../../../test/data/queues.ts';
import { untilBlocked } from '../../../test/wait-for.ts';
import { createDatabase } from '../../db/client.ts';
import { createLog } from '../../kernel/log.ts';

const t = await startTestApp();
const wide = createDatabase({ url: t.databaseUrl, poolSize: 32, log: createLog('silent') });
after(() => wide.close());

async function queueOf(user: TestUser) {
  const { _id: queueId, profileId } = await makeQueue(user.call, { slots: eightADay });
  const { body } = await user.call('GET', `/v1/queue/preview?profileId=${profileId}&count=100`);
  return { queueId, profileId, slots: body.slots as string[], ...claimingFor(t, user, wide.db) };
}

type Row = { id: string; is_default: boolean };
const rowsOf = (profileId: string) =>
  t.sql<Row>('SELECT id, is_default FROM queues WHERE profile_id = $1 ORDER BY created_at, id', [profileId]);

test('64 concurrent claims get 64 different slots without gaps', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim } = await queueOf(user);
  const claimed = await Promise.all(Array.from({ length: 64 }, () => claim(queueId)));
  assert.deepEqual(claimed.sort(), slots.slice(0, 64));
});

test('claims concurrent with rollbacks share no slot, and rolled-back slots are claimed next', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim, claimUntil } = await queueOf(user);
  const failed = () => claimUntil(queueId, () => Promise.reject(new Error('no'))).catch(() => undefined);
  const claims = Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? failed() : claim(queueId)));
  const claimed = (await Promise.all(claims)).filter((one) => typeof one === 'string');
  assert.equal(new Set(claimed).size, 40);
  while (claimed.length < 64) claimed.push(await claim(queueId));
  assert.deepEqual(claimed.sort(), slots.slice(0, 64));
});

test('claims concurrent with freed slots share none and lose none', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim, free } = await queueOf(user);
  await placePosts(t, user, { queueId, at: slots.slice(0, 40) });
  for (let round = 0; round < 4; round += 1) {
    const freed = slots.slice(round * 10, round * 10 + 10);
    await Promise.all(freed.flatMap((slot) => [claim(queueId), free(queueId, slot), claim(queueId)]));
  }
  const rows = await t.sql<{ count: number }>('SELECT count(*)::int AS count FROM posts WHERE queue_id = $1', [
    queueId,
  ]);
  const held = rows[0]?.count ?? 0;
  assert.equal(held, 40 - 40 + 80);
  while ((await claim(queueId)) < (slots[99] ?? ''));
  const posts = await t.sql<{ scheduled_for: Date }>(
    'SELECT scheduled_for FROM posts WHERE queue_id = $1 ORDER BY scheduled_for',
    [queueId],
  );
  const at = posts.map((row) => row.scheduled_for.toISOString());
  assert.deepEqual(at.slice(0, 100), slots);
  assert.equal(new Set(at).size, at.length);
});

test('a schedule change waits for claims in progress, and later claims use the new schedule', async () => {
  const user = await t.newUser();
  const { queueId, profileId, slots, claim, claimUntil } = await queueOf(user);
  const body = { profileId, timezone: 'UTC', slots: [{ dayOfWeek: 3, time: '10:30' }] };
  const order: string[] = [];
  const late: Promise<string>[] = [];
  let change: Promise<unknown> = Promise.resolve();
  const early = await claimUntil(queueId, async () => {
    change = user.call('PUT', '/v1/queue/slots', { body }).then(() => order.push('changed'));
    await untilBlocked(t);
    late.push(claim(queueId));
    order.push('claimed');
  });
  await change;
  assert.deepEqual(order, ['claimed', 'changed']);
  assert.equal(early.slotAt.toISOString(), slots[0]);
  assert.deepEqual(await Promise.all(late), ['2026-03-04T10:30:00.000Z']);
});

test('claims concurrent with the deletion of their queue get a slot or queueNotFound', async () => {
  const user = await t.newUser();
  const { queueId, profileId, claim } = await queueOf(user);
  const claims = Array.from({ length: 20 }, () => claim(queueId).catch((error: { code: string }) => error.code));
  const deleted = await user.call('DELETE', `/v1/queue/slots?profileId=${profileId}&queueId=${queueId}`);
  assert.equal(deleted.status, 200, deleted.text);
  const ends = await Promise.all(claims);
  const claimed = ends.filter((end) => end !== 'queueNotFound');
  assert.equal(new Set(claimed).size, claimed.length);
  const posts = await t.sql('SELECT queue_id FROM posts WHERE owner_id = $1', [user.ownerId]);
  assert.deepEqual(posts, Array(claimed.length).fill({ queue_id: null }));
});

test('accepts one of twenty concurrent creates at nine queues', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await makeProfile(user.call);
  for (let n = 1; n <= 9; n += 1) await makeQueue(user.call, { profileId });
  const body = { profileId, timezone: 'UTC', slots: twiceAWeek };
  const responses = await Promise.all(Array.from({ length: 20 }, () => user.call('POST', '/v1/queue/slots', { body })));
  const statuses = responses.map((response) => response.status).sort();
  assert.deepEqual(statuses, [201, ...Array<number>(19).fill(409)]);
  assert.equal((await rowsOf(profileId)).length, 10);
});

test('concurrent first queues and concurrent promotions leave exactly one default', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await makeProfile(user.call);
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => makeQueue(user.call, { profileId, setAsDefault: n % 2 === 0 })),
  );
  const rows = await rowsOf(profileId);
  assert.deepEqual([rows.length, rows.filter((row) => row.is_default).length], [8, 1]);
  const responses = await Promise.all(
    rows.map(({ id: queueId }) =>
      user.call('PUT', '/v1/queue/slots', {
        body: { profileId, queueId, timezone: 'UTC', slots: [], setAsDefault: true },
      }),
    ),
  );
  for (const response of responses) assert.equal(response.status, 200, response.text);
  assert.equal((await rowsOf(profileId)).filter((row) => row.is_default).length, 1);
});

test('concurrent deletions of defaults promote the oldest remaining queue', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await makeProfile(user.call);
  for (let n = 1; n <= 8; n += 1) {
    await makeQueue(user.call, { profileId });
    await t.advance(1);
  }
  const ids = (await rowsOf(profileId)).map((row) => row.id);
  const deletedIds = ids.slice(0, 5);
  const responses = await Promise.all(
    [...deletedIds, ...deletedIds].map((id) =>
      user.call('DELETE', `/v1/queue/slots?profileId=${profileId}&queueId=${id}`),
    ),
  );
  assert.deepEqual(responses.map((response) => response.status).sort(), [
    ...Array<number>(5).fill(200),
    ...Array<number>(5).fill(404),
  ]);
  assert.deepEqual(await rowsOf(profileId), [
    { id: ids[5], is_default: true },
    { id: ids[6], is_default: false },
    { id: ids[7], is_default: false },
  ]);
});

test('creates concurrent with the deletion of their profile return 201 or 404', async () => {
  const user = await t.newUser();
  for (let round = 1; round <= 10; round += 1) {
    const { _id: profileId } = await makeProfile(user.call);
    const body = { profileId, timezone: 'UTC', slots: twiceAWeek };
    const [created, deleted] = await Promise.all([
      user.call('POST', '/v1/queue/slots', { body }),
      user.call('DELETE', `/v1/profiles/${profileId}`),
    ]);
    assert.equal(deleted.status, 200, deleted.text);
    assert.ok([201, 404].includes(created.status), created.text);
    assert.deepEqual(await rowsOf(profileId), []);
  }
});

test('concurrent claims, deletions and reshuffles share no slot and cause no deadlock', async () => {
  const user = await t.newUser();
  const { queueId, profileId, claim, free } = await queueOf(user);
  const schedules = [eightADay, eightADay.slice(1), eightADay.slice(2)];
  const held: string[] = [];
  const work = Array.from({ length: 90 }, async (_, n) => {
    if (n % 15 === 14) {
      const slots = schedules[n % 3 === 2 ? Math.floor(n / 15) % 3 : 0];
      const body = { profileId, timezone: 'UTC', slots, reshuffleExisting: true };
      const response = await user.call('PUT', '/v1/queue/slots', { body });
      assert.equal(response.status, 200, response.text);
      return;
    }
    const slot = await claim(queueId);
    held.push(slot);
    if (n % 3 === 0) await free(queueId, held.shift() ?? slot);
  });
  const startedMs = performance.now();
  await Promise.all(work);
  const deadlocks = await t.sql<{ deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  assert.deepEqual(deadlocks, [{ deadlocks: 0 }], `after ${performance.now() - startedMs} ms`);
  const shared = await t.sql(
    'SELECT scheduled_for FROM posts WHERE queue_id = $1 GROUP BY scheduled_for HAVING count(*) > 1',
    [queueId],
  );
  assert.deepEqual(shared, []);
});
