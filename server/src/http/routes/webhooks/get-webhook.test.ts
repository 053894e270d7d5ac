import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile, makeWebhook } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';

const t = await startTestApp();
const selected = (...profileIds: string[]) => ({ profileAccess: 'selected_profiles', profileIds });

test('returns the endpoint as on creation', async () => {
  const user = await t.newUser();
  const webhook = await makeWebhook(user.call, { secret: 's', customHeaders: [{ name: 'X-Tenant', value: 'a' }] });
  const { status, body } = await user.call('GET', `/v1/webhooks/${webhook.id}`);
  assert.equal(status, 200);
  assert.deepEqual(body, { webhook });
});

test('returns 404 for an endpoint that is unknown, of another user or deleted', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const [own, foreign] = [await makeWebhook(user.call), await makeWebhook(other.call)];
  await user.call('DELETE', `/v1/webhooks/${own.id}`);
  for (const id of ['whk_unknown', foreign.id, own.id]) {
    assertError(await user.call('GET', `/v1/webhooks/${id}`), 404, { error: 'Not found' });
  }
});

test('a limited key can read endpoints in its scope and gets 404 for others', async () => {
  const user = await t.newUser();
  const [listed, other] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id], permission: 'read' });
  const seen = await makeWebhook(user.call, selected(listed._id));
  assert.equal((await t.as(key)('GET', `/v1/webhooks/${seen.id}`)).status, 200);
  for (const fields of [{}, selected(other._id), selected(listed._id, other._id)]) {
    const { id } = await makeWebhook(user.call, fields);
    assertError(await t.as(key)('GET', `/v1/webhooks/${id}`), 404, { error: 'Not found' });
  }
});

test('secretRotation becomes null after 24 hours without any job', async () => {
  const user = await t.newUser();
  const { id } = await makeWebhook(user.call, { secret: 'first' });
  await user.call('PUT', `/v1/webhooks/${id}`, { body: { secret: 'second' } });
  const rotation = async () => (await user.call('GET', `/v1/webhooks/${id}`)).body.webhook.secretRotation;
  const stagedAt = t.app.systemCtx.clock.now();
  const promotesAt = new Date(stagedAt.getTime() + 86_400_000);
  assert.deepEqual(await rotation(), { stagedAt: stagedAt.toISOString(), promotesAt: promotesAt.toISOString() });
  await t.advance(86_400_000 - 1);
  assert.notEqual(await rotation(), null);
  await t.advance(1);
  assert.equal(await rotation(), null);
});
