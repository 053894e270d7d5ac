import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile, makeWebhook } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { startSink } from '../../../../test/sink.ts';

const t = await startTestApp();
const selected = (...profileIds: string[]) => ({ profileAccess: 'selected_profiles', profileIds });

test('returns 200 and deletes the endpoint', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  const { id } = await makeWebhook(user.call, { ...selected(_id), secret: 's' });
  const { status, body } = await user.call('DELETE', `/v1/webhooks/${id}`);
  assert.equal(status, 200);
  assert.equal(typeof body.message, 'string');
  assert.deepEqual((await user.call('GET', '/v1/webhooks')).body.webhooks, []);
  assertError(await user.call('DELETE', `/v1/webhooks/${id}`), 404, { error: 'Not found' });
});

test('returns 404 for an endpoint that is unknown or of another user and keeps it', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const foreign = await makeWebhook(other.call);
  for (const id of ['whk_unknown', foreign.id]) {
    assertError(await user.call('DELETE', `/v1/webhooks/${id}`), 404, { error: 'Not found' });
  }
  assert.equal((await other.call('GET', `/v1/webhooks/${foreign.id}`)).status, 200);
});

test('a limited key can delete endpoints in its scope and gets 404 for others', async () => {
  const user = await t.newUser();
  const [listed, other] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  const seen = await makeWebhook(user.call, selected(listed._id));
  const unseen = await makeWebhook(user.call, selected(listed._id, other._id));
  assert.equal((await t.as(key)('DELETE', `/v1/webhooks/${seen.id}`)).status, 200);
  assertError(await t.as(key)('DELETE', `/v1/webhooks/${unseen.id}`), 404, { error: 'Not found' });
  assert.equal((await user.call('GET', `/v1/webhooks/${unseen.id}`)).status, 200);
});

test('open deliveries fail with endpointDeleted, finished ones stay unchanged', async () => {
  const [user, sink] = [await t.newUser(), await startSink()];
  const { id } = await makeWebhook(user.call, { url: sink.url });
  const webhook = await makeWebhook(user.call, { url: sink.url });
  await user.call('POST', `/v1/webhooks/${id}/test`);
  await t.app.drain();
  await t.advance(1);
  await user.call('POST', `/v1/webhooks/${id}/test`);
  await user.call('POST', `/v1/webhooks/${webhook.id}/test`);
  await user.call('DELETE', `/v1/webhooks/${id}`);
  const { body } = await user.call('GET', `/v1/webhook-deliveries?webhookId=${id}`);
  const facts = body.deliveries.map((one: Record<string, unknown>) => [
    one['status'],
    one['lastErrorCode'],
    one['nextAttemptAt'],
  ]);
  assert.deepEqual(facts, [
    ['failed', 'endpointDeleted', null],
    ['delivered', null, null],
  ]);
  await t.app.drain();
  assert.equal(sink.received.length, 2, 'one before, one of the endpoint that stays');
});
