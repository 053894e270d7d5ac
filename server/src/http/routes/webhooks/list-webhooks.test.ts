import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeKey, makeProfile, makeWebhook } from '../../../../test/factories.ts';
import { startTestApp, type Call } from '../../../../test/harness.ts';

const t = await startTestApp();
const selected = (...profileIds: string[]) => ({ profileAccess: 'selected_profiles', profileIds });

async function idsOf(call: Call): Promise<string[]> {
  const { status, body } = await call('GET', '/v1/webhooks');
  assert.equal(status, 200);
  return body.webhooks.map((webhook: { id: string }) => webhook.id);
}

test('200 with an empty list for a user without endpoints', async () => {
  const user = await t.newUser();
  assert.deepEqual(await idsOf(user.call), []);
});

test('200 newest first, each as it was answered when made', async () => {
  const user = await t.newUser();
  const made = [];
  for (let n = 1; n <= 3; n += 1) {
    made.unshift(await makeWebhook(user.call, { name: `Endpoint ${n}` }));
    await t.advance(1);
  }
  const { body } = await user.call('GET', '/v1/webhooks');
  assert.deepEqual(body.webhooks, made);
});

test('the endpoints of other users are not in the list', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  await makeWebhook(other.call);
  assert.deepEqual(await idsOf(user.call), []);
});

test('a limited key sees selected_profiles endpoints whose profiles it lists all, and no others', async () => {
  const user = await t.newUser();
  const [a, b, c] = [await makeProfile(user.call), await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [a._id, b._id], permission: 'read' });
  await makeWebhook(user.call);
  await makeWebhook(user.call, selected(c._id));
  await makeWebhook(user.call, selected(a._id, c._id));
  const one = await makeWebhook(user.call, selected(a._id));
  const both = await makeWebhook(user.call, selected(a._id, b._id));
  assert.deepEqual((await idsOf(t.as(key))).sort(), [one.id, both.id].sort());
  assert.equal((await idsOf(user.call)).length, 5);
});

test('an endpoint left without profiles is seen by full keys only, with an empty list', async () => {
  const user = await t.newUser();
  const [gone, kept] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [gone._id, kept._id] });
  const webhook = await makeWebhook(user.call, selected(gone._id));
  const partly = await makeWebhook(user.call, selected(gone._id, kept._id));
  await user.call('DELETE', `/v1/profiles/${gone._id}`);
  assert.deepEqual(await idsOf(t.as(key)), [partly.id]);
  const { body } = await user.call('GET', `/v1/webhooks/${webhook.id}`);
  assert.deepEqual([body.webhook.profileAccess, body.webhook.profileIds], ['selected_profiles', []]);
});
