import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeProfile, makeWebhook } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { insertEvents } from '../../events/event-store.ts';
import { newEventRow } from '../../events/new-event-row.ts';
import { addDeliveries } from './add-deliveries.ts';

const t = await startTestApp();

async function receiversOf(user: TestUser, profileIds: string[]): Promise<string[]> {
  const caller = { kind: 'system', ownerId: user.ownerId } as const;
  const eventId = await inTransaction({ ...t.app.systemCtx, caller }, async (ctx) => {
    const row = newEventRow(ctx, { type: 'post.published', resourceId: 'pst_1', data: { profileIds } });
    insertEvents(ctx.db, [row]);
    addDeliveries(ctx, [row]);
    return row.id;
  });
  const rows = await t.sql<{ name: string }>(
    `SELECT e.name FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
      WHERE d.event_id = $1 ORDER BY e.name`,
    [eventId],
  );
  return rows.map(({ name }) => name);
}

test('an endpoint limited to profiles receives an event only if it has every profile of the event', async () => {
  const user = await t.newUser();
  const [first, second] = [(await makeProfile(user.call))._id, (await makeProfile(user.call, { name: 'Other' }))._id];
  const selected = (name: string, profileIds: string[]) =>
    makeWebhook(user.call, { name, profileAccess: 'selected_profiles', profileIds });
  await makeWebhook(user.call, { name: 'all' });
  await selected('both', [first, second]);
  await selected('first', [first]);
  await selected('second', [second]);
  assert.deepEqual(await receiversOf(user, [first, second]), ['all', 'both']);
  assert.deepEqual(await receiversOf(user, [first]), ['all', 'both', 'first']);
  assert.deepEqual(await receiversOf(user, []), ['all'], 'an event about no profile');
});
