import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile, makeWebhook } from '../../../../test/factories.ts';
import { startTestApp, type Call } from '../../../../test/harness.ts';
import { startSink } from '../../../../test/sink.ts';

const t = await startTestApp();
const update = (call: Call, id: string, body: object) => call('PUT', `/v1/webhooks/${id}`, { body });
const selected = (...profileIds: string[]) => ({ profileAccess: 'selected_profiles', profileIds });
const permission = { error: 'API key requires read_write permission' };

async function readOne(call: Call, id: string) {
  return (await call('GET', `/v1/webhooks/${id}`)).body.webhook;
}

async function sendTest(call: Call, id: string): Promise<void> {
  const { status, text } = await call('POST', `/v1/webhooks/${id}/test`);
  assert.equal(status, 202, text);
  await t.app.drain();
}

test('updates the given fields, sets updatedAt and leaves the rest', async () => {
  const user = await t.newUser();
  const changes = [
    { name: 'Other' },
    { url: 'https://other.example/' },
    { events: ['contact.created', 'post.failed'] },
    { isActive: true },
  ];
  for (const change of changes) {
    const webhook = await makeWebhook(user.call, { secret: 's', customHeaders: [{ name: 'X-A', value: 'a' }] });
    await t.advance(1000);
    const { status, body } = await update(user.call, webhook.id, change);
    assert.equal(status, 200);
    const updatedAt = t.app.systemCtx.clock.now().toISOString();
    assert.deepEqual(body.webhook, { ...webhook, ...change, updatedAt });
    assert.deepEqual(await readOne(user.call, webhook.id), body.webhook);
  }
});

test('returns 200 for a body that changes nothing', async () => {
  const user = await t.newUser();
  const webhook = await makeWebhook(user.call);
  const { status, body } = await update(user.call, webhook.id, {});
  assert.equal(status, 200);
  assert.deepEqual(body.webhook, webhook);
});

test('treats null as omitted in every field but secret', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  const fields = { ...selected(_id), secret: 's', customHeaders: [{ name: 'X-A', value: 'a' }] };
  const webhook = await makeWebhook(user.call, fields);
  const nulls = { name: null, url: null, events: null, profileAccess: null, profileIds: null };
  const { status, body } = await update(user.call, webhook.id, { ...nulls, customHeaders: null, isActive: null });
  assert.equal(status, 200);
  assert.deepEqual(body.webhook, webhook);
});

test('returns 400 naming the invalid field and changes nothing', async () => {
  const user = await t.newUser();
  const webhook = await makeWebhook(user.call);
  const faults: [object, string][] = [
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ url: 7 }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: ['post.deleted'] }, 'events[0]'],
    [{ profileAccess: 'all' }, 'profileAccess'],
    [{ profileIds: 'prf_1' }, 'profileIds'],
    [{ secret: '' }, 'secret'],
    [{ secret: 'x'.repeat(257) }, 'secret'],
    [{ customHeaders: [{ name: 'Host', value: 'x' }] }, 'customHeaders[0].name'],
    [{ customHeaders: [{ name: 'X-A', value: 'a\nb' }] }, 'customHeaders[0].value'],
    [{ customHeaders: Array.from({ length: 21 }, (_, n) => ({ name: `X-${n}`, value: '' })) }, 'customHeaders'],
    [{ isActive: 'no' }, 'isActive'],
  ];
  for (const [body, param] of faults) {
    const response = await update(user.call, webhook.id, { name: 'Changed', ...body });
    assertError(response, 400, { code: 'validation', param });
  }
  assert.deepEqual(await readOne(user.call, webhook.id), webhook);
});

test('returns 400 urlNotAllowed for a URL that is not allowed', async () => {
  const user = await t.newUser();
  const { id, url } = await makeWebhook(user.call);
  for (const wrong of ['http://hooks.example', 'https://10.0.0.1', 'https://a:b@hooks.example', 'nonsense', '']) {
    assertError(await update(user.call, id, { url: wrong }), 400, { code: 'urlNotAllowed', param: 'url' });
  }
  assert.equal((await readOne(user.call, id)).url, url);
});

test('returns 404 for an endpoint that is unknown or of another user', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const foreign = await makeWebhook(other.call);
  for (const id of ['whk_unknown', foreign.id]) {
    assertError(await update(user.call, id, { name: 'Mine' }), 404, { error: 'Not found' });
  }
  assert.deepEqual(await readOne(other.call, foreign.id), foreign);
});

test('returns 400 for an invalid body before 404', async () => {
  const user = await t.newUser();
  const header = { name: 'Host', value: 'x' };
  for (const body of [{ name: '' }, { url: 'http://hooks.example' }, { customHeaders: [header] }]) {
    assert.equal((await update(user.call, 'whk_unknown', body)).status, 400);
  }
  const both = { profileAccess: 'all_profiles', profileIds: ['prf_1'] };
  assertError(await update(user.call, 'whk_unknown', both), 400, { code: 'validation', param: 'profileIds' });
});

test('profileAccess and profileIds change together, and all_profiles clears the list', async () => {
  const user = await t.newUser();
  const [a, b] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { id } = await makeWebhook(user.call);
  const accessAfter = async (body: object) => {
    const { status, body: updated, text } = await update(user.call, id, body);
    assert.equal(status, 200, text);
    return [updated.webhook.profileAccess, updated.webhook.profileIds.toSorted()];
  };
  assert.deepEqual(await accessAfter(selected(a._id)), ['selected_profiles', [a._id]]);
  assert.deepEqual(await accessAfter({ profileIds: [a._id, b._id, b._id] }), [
    'selected_profiles',
    [a._id, b._id].sort(),
  ]);
  assert.deepEqual(await accessAfter({ profileAccess: 'selected_profiles' }), [
    'selected_profiles',
    [a._id, b._id].sort(),
  ]);
  assert.deepEqual(await accessAfter({ profileAccess: 'all_profiles' }), ['all_profiles', []]);
  assert.deepEqual(await accessAfter({ profileIds: [] }), ['all_profiles', []]);
});

test('returns 400 for profileIds that do not match profileAccess', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  const all = await makeWebhook(user.call);
  const some = await makeWebhook(user.call, selected(_id));
  const faults: [string, object][] = [
    [all.id, { profileAccess: 'selected_profiles' }],
    [all.id, { profileIds: [_id] }],
    [some.id, { profileIds: [] }],
    [some.id, { profileAccess: 'all_profiles', profileIds: [_id] }],
  ];
  for (const [id, body] of faults) {
    assertError(await update(user.call, id, body), 400, { code: 'validation', param: 'profileIds' });
  }
});

test('returns 404 for a profile that is unknown or of another user', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const foreign = await makeProfile(other.call);
  const { id } = await makeWebhook(user.call);
  for (const wrong of ['prf_unknown', foreign._id]) {
    assertError(await update(user.call, id, selected(wrong)), 404, { error: 'Not found' });
  }
});

test('a limited key can update endpoints in its scope, within its profiles', async () => {
  const user = await t.newUser();
  const [a, b, other] = [await makeProfile(user.call), await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [a._id, b._id] });
  const { id } = await makeWebhook(user.call, selected(a._id));
  assert.equal((await update(t.as(key), id, { name: 'Mine', profileIds: [b._id] })).status, 200);
  assertError(await update(t.as(key), id, { profileAccess: 'all_profiles' }), 403, permission);
  assertError(await update(t.as(key), id, { profileIds: [b._id, other._id] }), 403, { code: 'forbidden' });
  assertError(await update(t.as(key), id, { profileIds: ['prf_unknown'] }), 404, { error: 'Not found' });
  const { name, profileAccess, profileIds } = await readOne(user.call, id);
  assert.deepEqual([name, profileAccess, profileIds], ['Mine', 'selected_profiles', [b._id]]);
});

test('returns 404 to a limited key for an endpoint out of scope', async () => {
  const user = await t.newUser();
  const [listed, other] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  for (const fields of [{}, selected(listed._id, other._id)]) {
    const { id } = await makeWebhook(user.call, fields);
    assertError(await update(t.as(key), id, { name: 'Mine' }), 404, { error: 'Not found' });
  }
});

test('an endpoint whose profiles were all deleted can be renamed, disabled and assigned new profiles', async () => {
  const user = await t.newUser();
  const [deletedProfile, remainingProfile] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { id } = await makeWebhook(user.call, selected(deletedProfile._id));
  await user.call('DELETE', `/v1/profiles/${deletedProfile._id}`);
  for (const body of [
    { name: 'Orphan' },
    { isActive: false },
    { secret: 's' },
    { profileIds: [remainingProfile._id] },
  ]) {
    const { status, text } = await update(user.call, id, body);
    assert.equal(status, 200, text);
  }
  assert.deepEqual((await readOne(user.call, id)).profileIds, [remainingProfile._id]);
});

test('isActive false sets user_disabled and fails open deliveries with endpointDisabled', async () => {
  const [user, sink] = [await t.newUser(), await startSink()];
  const { id } = await makeWebhook(user.call, { url: sink.url });
  await user.call('POST', `/v1/webhooks/${id}/test`);
  const { body } = await update(user.call, id, { isActive: false });
  assert.deepEqual([body.webhook.isActive, body.webhook.disabledReason], [false, 'user_disabled']);
  const [delivery] = (await user.call('GET', '/v1/webhook-deliveries')).body.deliveries;
  assert.deepEqual(
    [delivery.status, delivery.lastErrorCode, delivery.nextAttemptAt],
    ['failed', 'endpointDisabled', null],
  );
  await t.app.drain();
  assert.equal(sink.received.length, 0);
});

test('isActive true clears disabledReason and consecutiveFailures; omitting it keeps both', async () => {
  const user = await t.newUser();
  const reasons = ['auto_consecutive_failures', 'gone', 'user_disabled'];
  for (const reason of reasons) {
    const { id } = await makeWebhook(user.call);
    await t.sql(
      'UPDATE webhook_endpoints SET is_active = false, disabled_reason = $2, consecutive_failures = 10 WHERE id = $1',
      [id, reason],
    );
    const updated = (await update(user.call, id, { name: 'Other' })).body.webhook;
    assert.deepEqual([updated.isActive, updated.disabledReason, updated.consecutiveFailures], [false, reason, 10]);
    const { webhook } = (await update(user.call, id, { isActive: true })).body;
    assert.deepEqual([webhook.isActive, webhook.disabledReason, webhook.consecutiveFailures], [true, null, 0]);
  }
});

test('a first secret and its removal take effect at once', async () => {
  const [user, sink] = [await t.newUser(), await startSink()];
  const { id } = await makeWebhook(user.call, { url: sink.url });
  const hasSecret = async (secret: string | null) => {
    const { webhook } = (await update(user.call, id, { secret })).body;
    assert.equal(webhook.secretRotation, null);
    await sendTest(user.call, id);
    const isSigned = 'x-service-signature' in (sink.received.at(-1)?.headers ?? {});
    assert.equal(isSigned, webhook.hasSigningSecret);
    return isSigned;
  };
  assert.equal(await hasSecret('first'), true);
  assert.equal(await hasSecret(null), false);
  assert.equal(await hasSecret('second'), true);
});

test('secret null removes the staged and the previous secret too', async () => {
  const [user, sink] = [await t.newUser(), await startSink()];
  const { id } = await makeWebhook(user.call, { url: sink.url, secret: 'first' });
  await update(user.call, id, { secret: 'second' });
  await user.call('POST', `/v1/webhooks/${id}/promote-secret`);
  await update(user.call, id, { secret: 'third' });
  const { webhook } = (await update(user.call, id, { secret: null })).body;
  assert.deepEqual([webhook.hasSigningSecret, webhook.secretRotation], [false, null]);
  await update(user.call, id, { secret: 'fourth' });
  await sendTest(user.call, id);
  assert.equal(String(sink.received[0]?.headers['webhook-signature']).split(' ').length, 1);
});

test('updating other fields leaves a rotation unchanged', async () => {
  const user = await t.newUser();
  const { id } = await makeWebhook(user.call, { secret: 'first' });
  const staged = (await update(user.call, id, { secret: 'second' })).body.webhook.secretRotation;
  await t.advance(3_600_000);
  assert.deepEqual((await update(user.call, id, { name: 'Other' })).body.webhook.secretRotation, staged);
});

test('setting the current secret again cancels the staged one', async () => {
  const user = await t.newUser();
  const { id } = await makeWebhook(user.call, { secret: 'first' });
  await update(user.call, id, { secret: 'second' });
  assert.equal((await update(user.call, id, { secret: 'first' })).body.webhook.secretRotation, null);
});

test('customHeaders replaces all headers, and an empty list removes them', async () => {
  const [user, sink] = [await t.newUser(), await startSink()];
  const customHeaders = [
    { name: 'X-A', value: '1' },
    { name: 'X-B', value: 'é' },
  ];
  const { id } = await makeWebhook(user.call, { url: sink.url, customHeaders });
  const seen = async () => {
    await sendTest(user.call, id);
    const headers = sink.received.at(-1)?.headers ?? {};
    return ['x-a', 'x-b', 'x-c'].map((name) => headers[name]);
  };
  assert.deepEqual(await seen(), ['1', 'é', undefined]);
  await update(user.call, id, { name: 'Other' });
  assert.deepEqual(await seen(), ['1', 'é', undefined]);
  const changed = await update(user.call, id, { customHeaders: [{ name: 'X-C', value: '3' }] });
  assert.deepEqual(changed.body.webhook.customHeaderNames, ['X-C']);
  assert.deepEqual(await seen(), [undefined, undefined, '3']);
  assert.deepEqual((await update(user.call, id, { customHeaders: [] })).body.webhook.customHeaderNames, []);
  assert.deepEqual(await seen(), [undefined, undefined, undefined]);
});

test('a retry uses the current URL', async () => {
  const [user, first, second] = [await t.newUser(), await startSink(), await startSink()];
  first.respondWith = 500;
  const { id } = await makeWebhook(user.call, { url: first.url });
  await sendTest(user.call, id);
  await update(user.call, id, { url: second.url });
  await t.advance(6000);
  await t.app.drain();
  assert.deepEqual([first.received.length, second.received.length], [1, 1]);
  assert.equal(second.received[0]?.body, first.received[0]?.body);
});
