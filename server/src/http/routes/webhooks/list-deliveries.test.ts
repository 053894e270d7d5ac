import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile, makeWebhook } from '../../../../test/factories.ts';
import { startTestApp, type Call, type TestUser } from '../../../../test/harness.ts';

// Sends nothing: rows are enough to read the log.

const t = await startTestApp();
const hour = 3_600_000;
const selected = (...profileIds: string[]) => ({ profileAccess: 'selected_profiles', profileIds });

async function list(call: Call, query = '') {
  const { status, body, text } = await call('GET', `/v1/webhook-deliveries${query}`);
  assert.equal(status, 200, text);
  return body;
}

async function idsOf(call: Call, query = ''): Promise<string[]> {
  return (await list(call, query)).deliveries.map((one: { deliveryId: string }) => one.deliveryId);
}

async function deliver(user: TestUser, webhookId: string): Promise<string> {
  const { status, body, text } = await user.call('POST', `/v1/webhooks/${webhookId}/test`);
  assert.equal(status, 202, text);
  return body.deliveryId;
}

async function fill(user: TestUser, count: number, fields: { type?: string; webhookId?: string } = {}): Promise<void> {
  const { type = 'post.published', webhookId = 'whk_filler' } = fields;
  await t.sql(
    `INSERT INTO webhook_deliveries
       (id, owner_id, endpoint_id, event_id, event_type, resource_id, event_created_at, created_at, status,
        attempt_count)
     SELECT 'whd_' || right($1, 10) || lpad(n::text, 14, '0'), $1, $4, 'evt_' || $1, $3, 'pst_1', herald_now(),
            herald_now() + n * interval '1 millisecond', 'failed', 1
       FROM generate_series(1, $2::int) AS n`,
    [user.ownerId, count, type, webhookId],
  );
}

test('returns an empty first page for a user without deliveries', async () => {
  const user = await t.newUser();
  const pagination = { page: 1, limit: 20, total: 0, totalPages: 0 };
  assert.deepEqual(await list(user.call), { deliveries: [], pagination });
});

test('returns null for the unknown fields of a delivery not yet attempted', async () => {
  const user = await t.newUser();
  const webhook = await makeWebhook(user.call);
  const { body } = await user.call('POST', `/v1/webhooks/${webhook.id}/test`);
  const now = t.app.systemCtx.clock.now().toISOString();
  const { deliveries } = await list(user.call);
  assert.deepEqual(deliveries, [
    {
      deliveryId: body.deliveryId,
      webhookId: webhook.id,
      event: 'webhook.test',
      eventId: body.eventId,
      resourceId: webhook.id,
      status: 'pending',
      attemptCount: 0,
      lastHttpStatus: null,
      lastErrorCode: null,
      lastDurationMs: null,
      createdAt: now,
      lastAttemptAt: null,
      deliveredAt: null,
      nextAttemptAt: now,
    },
  ]);
});

test('lists newest first, in pages without overlaps or gaps', async () => {
  const user = await t.newUser();
  await fill(user, 45);
  const all = await idsOf(user.call, '?limit=100');
  assert.deepEqual(all, all.toSorted().reverse());
  const pages = [await list(user.call), await list(user.call, '?page=2'), await list(user.call, '?page=3')];
  assert.deepEqual(
    pages.map((one) => one.deliveries.length),
    [20, 20, 5],
  );
  assert.deepEqual(
    pages.flatMap((one) => one.deliveries.map((delivery: { deliveryId: string }) => delivery.deliveryId)),
    all,
  );
  assert.deepEqual(pages[2].pagination, { page: 3, limit: 20, total: 45, totalPages: 3 });
  assert.deepEqual(await list(user.call, '?page=4'), {
    deliveries: [],
    pagination: { page: 4, limit: 20, total: 45, totalPages: 3 },
  });
  assert.deepEqual((await list(user.call, '?page=999999999&limit=100')).deliveries, []);
});

test('lists at most the 1000 newest deliveries', async () => {
  const user = await t.newUser();
  await fill(user, 1005);
  const last = await list(user.call, '?page=10&limit=100');
  assert.deepEqual(last.pagination, { page: 10, limit: 100, total: 1000, totalPages: 10 });
  assert.match(last.deliveries.at(-1).deliveryId, /0006$/);
  assert.deepEqual(await idsOf(user.call, '?page=11&limit=100'), []);
});

test('filters by webhookId, event and status, combined with AND', async () => {
  const user = await t.newUser();
  const [a, b] = [await makeWebhook(user.call), await makeWebhook(user.call)];
  const first = await deliver(user, a.id);
  const second = await deliver(user, b.id);
  await user.call('PUT', `/v1/webhooks/${b.id}`, { body: { isActive: false } });
  await fill(user, 1, { type: 'post.failed', webhookId: a.id });
  const [filler] = await idsOf(user.call, '?event=post.failed');
  assert.deepEqual((await idsOf(user.call, `?webhookId=${a.id}`)).sort(), [first, filler].sort());
  assert.deepEqual((await idsOf(user.call, '?event=webhook.test')).sort(), [first, second].sort());
  assert.deepEqual(await idsOf(user.call, '?status=pending'), [first]);
  assert.deepEqual((await idsOf(user.call, '?status=failed')).sort(), [second, filler].sort());
  assert.deepEqual(await idsOf(user.call, '?status=retrying'), []);
  assert.deepEqual(await idsOf(user.call, `?status=failed&event=webhook.test&webhookId=${b.id}`), [second]);
  assert.deepEqual(await idsOf(user.call, `?status=pending&webhookId=${b.id}`), []);
});

test('dateFrom and dateTo are inclusive, and days are in UTC', async () => {
  const user = await t.newUser();
  const { id } = await makeWebhook(user.call);
  const before = await deliver(user, id);
  const createdAt: string = (await list(user.call)).deliveries[0].createdAt;
  const day = createdAt.slice(0, 10);
  const nextDay = new Date(Date.parse(createdAt) + 24 * hour).toISOString().slice(0, 10);
  await t.advance(Date.parse(`${nextDay}T00:00:00.000Z`) - Date.parse(createdAt));
  const after = await deliver(user, id);
  assert.deepEqual(await idsOf(user.call, `?dateFrom=${createdAt}&dateTo=${createdAt}`), [before]);
  assert.deepEqual(await idsOf(user.call, `?dateTo=${day}`), [before]);
  assert.deepEqual(await idsOf(user.call, `?dateFrom=${nextDay}`), [after]);
  assert.deepEqual(await idsOf(user.call, `?dateFrom=${day}&dateTo=${nextDay}`), [after, before]);
  assert.deepEqual(await idsOf(user.call, `?dateFrom=${nextDay}T00:00:00.001Z`), []);
  assert.deepEqual(await idsOf(user.call, `?dateFrom=${nextDay}T02:00:00%2B02:00`), [after]);
});

test('accepts the first and last instants a timestamp can express', async () => {
  const user = await t.newUser();
  for (const range of ['?dateFrom=0000-01-01', '?dateTo=9999-12-31', '?dateTo=9999-12-31T23:59:59-23:59']) {
    assert.deepEqual(await idsOf(user.call, range), []);
  }
});

test('returns 400 naming the invalid parameter', async () => {
  const user = await t.newUser();
  const { id } = await makeWebhook(user.call);
  const faults: Record<string, string[]> = {
    webhookId: ['webhookId=', `webhookId=${id}&webhookId=${id}`, 'webhookId=%00'],
    event: ['event=', 'event=post.deleted', 'event=post.failed,post.published'],
    status: ['status=', 'status=open', 'status=Failed', 'status=failed&status=pending'],
    dateFrom: ['dateFrom=', 'dateFrom=yesterday', 'dateFrom=2026-02-30', 'dateFrom=2026-03-02T09:00:00'],
    dateTo: ['dateTo=', 'dateTo=1772442000', 'dateTo=2026-13-01'],
    page: ['page=', 'page=0', 'page=-1', 'page=1.5', 'page=one', 'page=1&page=2', 'page=1000000000'],
    limit: ['limit=', 'limit=0', 'limit=101', 'limit=1e1'],
  };
  for (const [param, queries] of Object.entries(faults)) {
    for (const query of queries) {
      const response = await user.call('GET', `/v1/webhook-deliveries?${query}`);
      assertError(response, 400, { code: 'validation', param });
    }
  }
  const turned = await user.call('GET', '/v1/webhook-deliveries?dateFrom=2026-03-03&dateTo=2026-03-02');
  assertError(turned, 400, { code: 'validation', param: 'dateFrom' });
});

test('returns 404 for an endpoint that is unknown or of another user, but 400 first', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const foreign = await makeWebhook(other.call);
  await deliver(other, foreign.id);
  for (const id of ['whk_unknown', foreign.id]) {
    assertError(await user.call('GET', `/v1/webhook-deliveries?webhookId=${id}`), 404, { error: 'Not found' });
    assertError(await user.call('GET', `/v1/webhook-deliveries?webhookId=${id}&dateFrom=x`), 400, {
      param: 'dateFrom',
    });
  }
});

test('never lists deliveries of other users', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  await deliver(other, (await makeWebhook(other.call)).id);
  assert.deepEqual(await idsOf(user.call), []);
});

test('a full key lists the deliveries of a deleted endpoint, also by webhookId', async () => {
  const user = await t.newUser();
  const { id } = await makeWebhook(user.call);
  const delivery = await deliver(user, id);
  await user.call('DELETE', `/v1/webhooks/${id}`);
  assert.deepEqual(await idsOf(user.call), [delivery]);
  assert.deepEqual(await idsOf(user.call, `?webhookId=${id}`), [delivery]);
});

test('returns 404 for a deleted endpoint without deliveries', async () => {
  const user = await t.newUser();
  const { id } = await makeWebhook(user.call);
  await user.call('DELETE', `/v1/webhooks/${id}`);
  assertError(await user.call('GET', `/v1/webhook-deliveries?webhookId=${id}`), 404, { error: 'Not found' });
});

test('a limited key lists only deliveries of endpoints whose profiles are all in its scope', async () => {
  const user = await t.newUser();
  const [listed, other] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id], permission: 'read' });
  const [all, seen, mixed] = [
    await makeWebhook(user.call),
    await makeWebhook(user.call, selected(listed._id)),
    await makeWebhook(user.call, selected(listed._id, other._id)),
  ];
  const visible = await deliver(user, seen.id);
  for (const { id } of [all, mixed]) {
    await deliver(user, id);
    const response = await t.as(key)('GET', `/v1/webhook-deliveries?webhookId=${id}`);
    assertError(response, 404, { error: 'Not found' });
  }
  assert.deepEqual(await idsOf(t.as(key)), [visible]);
  assert.equal((await list(t.as(key))).pagination.total, 1);
  assert.deepEqual(await idsOf(t.as(key), `?webhookId=${seen.id}`), [visible]);
});

test('a limited key never sees deliveries of a deleted endpoint or of one left without profiles', async () => {
  const user = await t.newUser();
  const [deletedProfile, remainingProfile] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, {
    scope: 'profiles',
    profileIds: [deletedProfile._id, remainingProfile._id],
  });
  const [deleted, orphan] = [
    await makeWebhook(user.call, selected(remainingProfile._id)),
    await makeWebhook(user.call, selected(deletedProfile._id)),
  ];
  for (const { id } of [deleted, orphan]) await deliver(user, id);
  assert.equal((await idsOf(t.as(key))).length, 2);
  await user.call('DELETE', `/v1/webhooks/${deleted.id}`);
  await user.call('DELETE', `/v1/profiles/${deletedProfile._id}`);
  assert.deepEqual(await idsOf(t.as(key)), []);
  for (const { id } of [deleted, orphan]) {
    assertError(await t.as(key)('GET', `/v1/webhook-deliveries?webhookId=${id}`), 404, { error: 'Not found' });
  }
  assert.equal((await idsOf(user.call)).length, 2);
});
