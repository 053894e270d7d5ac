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

test('returns an empty list for a user without endpoints', async () => {
  const user = await t.newUser();
  assert.deepEqual(await idsOf(user.call), []);
});

test('lists newest first, each as returned on creation', async () => {
  const user = await t.newUser();
  const webhooks = [];
  for (let n = 1; n <= 3; n += 1) {
    webhooks.unshift(await makeWebhook(user.call, { name: `Endpoint ${n}` }));
    await t.advance(1);
  }
  const { body } = await user.call('GET', '/v1/webhooks');
  assert.deepEqual(body.webhooks, webhooks);
});

test('never lists endpoints of other users', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  await makeWebhook(other.call);
  assert.deepEqual(await idsOf(user.call), []);
});

test('a limited key sees only selected_profiles endpoints whose profiles are all in its scope', async () => {
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

test('an endpoint left without profiles is visible to full keys only, with an empty profileIds', async () => {
  const user = await t.newUser();
  const [deletedProfile, remainingProfile] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, {
    scope: 'profiles',
    profileIds: [deletedProfile._id, remainingProfile._id],
  });
  const webhook = await makeWebhook(user.call, selected(deletedProfile._id));
  const partly = await makeWebhook(user.call, selected(deletedProfile._id, remainingProfile._id));
  await user.call('DELETE', `/v1/profiles/${deletedProfile._id}`);
  assert.deepEqual(await idsOf(t.as(key)), [partly.id]);
  const { body } = await user.call('GET', `/v1/webhooks/${webhook.id}`);
  assert.deepEqual([body.webhook.profileAccess, body.webhook.profileIds], ['selected_profiles', []]);
});
