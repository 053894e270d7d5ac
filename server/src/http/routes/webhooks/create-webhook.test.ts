import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile, makeWebhook } from '../../../../test/factories.ts';
import { startTestApp, type Call } from '../../../../test/harness.ts';
import { startSink } from '../../../../test/sink.ts';
import { eventTypes } from '../../../schemas/event.ts';

const t = await startTestApp();
const production = await startTestApp({
  environment: {
    HERALD_ENV: 'production',
    HERALD_PUBLIC_URL: 'https://herald.example',
    HERALD_TOKEN_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  },
});

const valid = {
  name: 'Orders',
  url: 'https://hooks.example/herald',
  events: ['post.published'],
  profileAccess: 'all_profiles',
};
const create = (call: Call, fields: object = {}) => call('POST', '/v1/webhooks', { body: { ...valid, ...fields } });
const selected = (...profileIds: string[]) => ({ profileAccess: 'selected_profiles', profileIds });
const permission = { error: 'API key requires read_write permission' };

async function fillUpTo(ownerId: string, count: number): Promise<void> {
  await t.sql(
    `INSERT INTO webhook_endpoints
       (id, owner_id, name, url, events, profile_access, custom_header_names, is_active, consecutive_failures,
        created_at, updated_at)
     SELECT $1 || n, $1, 'Filler', 'https://hooks.example', '{post.published}', 'all_profiles', '{}', true, 0,
            herald_now(), herald_now()
       FROM generate_series(1, $2::int) AS n`,
    [ownerId, count],
  );
}

async function assertFaults(faults: readonly object[], param: string | null): Promise<void> {
  const user = await t.newUser();
  for (const fields of faults) assertError(await create(user.call, fields), 400, { code: 'validation', param });
}

test('returns 201 with the defaults when only required fields are given', async () => {
  const user = await t.newUser();
  const { status, body } = await create(user.call);
  assert.equal(status, 201);
  const { id, ...rest } = body.webhook;
  assert.match(id, /^whk_[0-9a-z]{24}$/);
  const now = t.app.systemCtx.clock.now().toISOString();
  assert.deepEqual(rest, {
    ...valid,
    profileIds: [],
    hasSigningSecret: false,
    secretRotation: null,
    customHeaderNames: [],
    isActive: true,
    disabledReason: null,
    consecutiveFailures: 0,
    lastDeliveredAt: null,
    lastFailedAt: null,
    createdAt: now,
    updatedAt: now,
  });
});

test('returns 201 with every field given, and GET returns the same', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  const { status, body } = await create(user.call, {
    ...selected(_id),
    secret: 'first',
    customHeaders: [
      { name: 'X-Tenant', value: 'a' },
      { name: 'Authorization', value: 'b' },
    ],
    isActive: false,
  });
  assert.equal(status, 201);
  const { profileIds, hasSigningSecret, secretRotation, customHeaderNames, isActive, disabledReason } = body.webhook;
  assert.deepEqual([profileIds, hasSigningSecret, secretRotation], [[_id], true, null]);
  assert.deepEqual(
    [customHeaderNames, isActive, disabledReason],
    [['X-Tenant', 'Authorization'], false, 'user_disabled'],
  );
  const read = await user.call('GET', `/v1/webhooks/${body.webhook.id}`);
  assert.deepEqual(read.body.webhook, body.webhook);
});

test('treats null in an optional field as omitted', async () => {
  const user = await t.newUser();
  const { status, body } = await create(user.call, {
    profileIds: null,
    secret: null,
    customHeaders: null,
    isActive: null,
  });
  assert.equal(status, 201);
  const { profileIds, hasSigningSecret, customHeaderNames, isActive } = body.webhook;
  assert.deepEqual([profileIds, hasSigningSecret, customHeaderNames, isActive], [[], false, [], true]);
});

test('trims the name and requires 1 to 80 code points', async () => {
  const user = await t.newUser();
  assert.equal((await create(user.call, { name: ' Orders ' })).body.webhook.name, 'Orders');
  assert.equal((await create(user.call, { name: '😀'.repeat(80) })).status, 201);
  const wrong = [undefined, null, 7, '', ' ', '😀'.repeat(81)];
  await assertFaults(
    wrong.map((name) => ({ name })),
    'name',
  );
});

test('accepts every event type of the catalog and stores each once', async () => {
  const user = await t.newUser();
  const all = Object.keys(eventTypes);
  assert.deepEqual((await create(user.call, { events: all })).body.webhook.events, all);
  const { body } = await create(user.call, { events: ['post.failed', 'post.published', 'post.failed'] });
  assert.deepEqual(body.webhook.events, ['post.failed', 'post.published']);
});

test('returns 400 for events that are missing, empty, not a list or contain an unknown type', async () => {
  await assertFaults(
    [undefined, null, [], 'post.published', {}].map((events) => ({ events })),
    'events',
  );
  const wrong = ['post.deleted', 'Post.Published', 'post.*', '*', '', 7, null, 'toString'];
  await assertFaults(
    wrong.map((event) => ({ events: ['post.published', event] })),
    'events[1]',
  );
});

test('returns 400 for a missing or unknown profileAccess', async () => {
  const wrong = [undefined, null, '', 'all', 'All_Profiles', 7];
  await assertFaults(
    wrong.map((profileAccess) => ({ profileAccess })),
    'profileAccess',
  );
});

test('returns 400 for selected_profiles without profileIds and for all_profiles with some', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  for (const profileIds of [undefined, null, []]) {
    const response = await create(user.call, { profileAccess: 'selected_profiles', profileIds });
    assertError(response, 400, { code: 'validation', param: 'profileIds' });
  }
  assertError(await create(user.call, { profileIds: [_id] }), 400, { code: 'validation', param: 'profileIds' });
  assert.equal((await create(user.call, { profileIds: [] })).status, 201);
  await assertFaults([{ ...selected(), profileIds: 'prf_1' }], 'profileIds');
  await assertFaults([{ ...selected(), profileIds: [_id, 7] }], 'profileIds[1]');
});

test('stores a repeated profile ID once', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  assert.deepEqual((await create(user.call, selected(_id, _id))).body.webhook.profileIds, [_id]);
});

test('accepts a secret of 1 to 256 code points', async () => {
  const user = await t.newUser();
  for (const secret of ['x', ' ', '😀'.repeat(256)]) {
    assert.equal((await create(user.call, { secret })).body.webhook.hasSigningSecret, true);
  }
  await assertFaults(
    ['', '😀'.repeat(257), 7, {}].map((secret) => ({ secret })),
    'secret',
  );
});

test('accepts up to 20 custom headers with names of 100 and values of 4096 characters', async () => {
  const user = await t.newUser();
  const headers = Array.from({ length: 20 }, (_, n) => ({ name: `X-${n}`, value: '' }));
  assert.equal((await create(user.call, { customHeaders: headers })).status, 201);
  const large = [{ name: "!#$%&'*+-.^_`|~".padEnd(100, 'x'), value: '\t é'.padEnd(4096, 'x') }];
  assert.equal((await create(user.call, { customHeaders: large })).status, 201);
  assert.deepEqual((await create(user.call, { customHeaders: [] })).body.webhook.customHeaderNames, []);
  await assertFaults(
    [{ customHeaders: [...headers, { name: 'X-21', value: '' }] }, { customHeaders: 'x' }],
    'customHeaders',
  );
});

test('returns 400 for a header name that is not a token, too long or missing', async () => {
  const names = ['', 'X Tenant', 'X-Tenant:', 'X\r\nY', 'é', 'x'.repeat(101), undefined, null, 7];
  const faults = names.map((name) => ({
    customHeaders: [
      { name: 'X-A', value: '' },
      { name, value: '' },
    ],
  }));
  await assertFaults(faults, 'customHeaders[1].name');
});

test('returns 400 for a header value that is too long, multi-line, not Latin-1 or missing', async () => {
  const values = ['x'.repeat(4097), 'a\nb', 'a\rb', 'a\r\nX-Evil: 1', '\u007f', '€', '\u2028', undefined, null, 7];
  await assertFaults(
    values.map((value) => ({ customHeaders: [{ name: 'X-A', value }] })),
    'customHeaders[0].value',
  );
});

test('returns 400 for a header that Herald sets itself, in any case, and for a repeated one', async () => {
  const own = ['content-type', 'content-length', 'host', 'connection', 'transfer-encoding', 'user-agent'];
  const names = [...own, 'Content-Type', 'HOST', 'X-Service-Signature', 'x-service-anything', 'Webhook-Id', 'webhook-'];
  await assertFaults(
    names.map((name) => ({ customHeaders: [{ name, value: 'x' }] })),
    'customHeaders[0].name',
  );
  const twice = [
    { name: 'X-Tenant', value: 'a' },
    { name: 'x-tenant', value: 'b' },
  ];
  await assertFaults([{ customHeaders: twice }], 'customHeaders[1].name');
});

test('isActive false creates an endpoint with disabledReason user_disabled, and a non-boolean returns 400', async () => {
  const user = await t.newUser();
  const { body } = await create(user.call, { isActive: false });
  assert.deepEqual([body.webhook.isActive, body.webhook.disabledReason], [false, 'user_disabled']);
  await assertFaults(
    ['false', 0, []].map((isActive) => ({ isActive })),
    'isActive',
  );
});

const neverAllowed = [
  '',
  'hooks.example/herald',
  '/herald',
  'ftp://hooks.example',
  'https://',
  'https://user@hooks.example',
  'https://user:secret@hooks.example',
  'http://hooks.example/herald',
  'https://hooks.example:22',
  'https://hooks.example:1023',
  'https://10.0.0.1',
  'https://192.168.1.1',
  'https://169.254.169.254/latest/meta-data',
  'https://[fd00::1]',
  'https://0.0.0.0',
  'https://intranet',
  'https://db.internal',
  'https://hooks.example/a b',
  'https://hooks.example/\nHost: x',
  `https://hooks.example/${'x'.repeat(2027)}`,
];
const loopback = ['http://127.0.0.1:8080/hook', 'http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:8080'];
const allowed = [
  'https://hooks.example',
  'https://hooks.example:80',
  'https://hooks.example:443',
  'https://hooks.example:1024/a?b=c',
  'https://1.1.1.1/',
  `https://hooks.example/${'x'.repeat(2026)}`,
];

test('returns 400 urlNotAllowed for a URL that is not public https', async () => {
  const user = await t.newUser();
  for (const url of neverAllowed) {
    assertError(await create(user.call, { url }), 400, { code: 'urlNotAllowed', param: 'url' });
  }
  await assertFaults(
    [undefined, null, 7].map((url) => ({ url })),
    'url',
  );
});

test('in development, accepts public https and loopback URLs and returns them unchanged', async () => {
  const user = await t.newUser();
  for (const url of [...allowed, ...loopback]) {
    const { status, body, text } = await create(user.call, { url });
    assert.equal(status, 201, `${url}: ${text}`);
    assert.equal(body.webhook.url, url);
  }
});

test('in production, rejects loopback URLs like all others that are not public', async () => {
  const user = await production.newUser();
  for (const url of [...neverAllowed, ...loopback]) {
    assertError(await create(user.call, { url }), 400, { code: 'urlNotAllowed', param: 'url' });
  }
  for (const url of allowed) assert.equal((await create(user.call, { url })).status, 201, url);
});

test('creating an endpoint sends no request', async () => {
  const [user, sink] = [await t.newUser(), await startSink()];
  await create(user.call, { url: sink.url });
  await t.app.drain();
  assert.equal(sink.received.length, 0);
});

test('returns 404 for a profile that is unknown or of another user', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const [own, foreign] = [await makeProfile(user.call), await makeProfile(other.call)];
  for (const wrong of ['prf_unknown', foreign._id, '']) {
    assertError(await create(user.call, selected(own._id, wrong)), 404, { error: 'Not found' });
  }
});

test('a limited key can create endpoints for profiles in its scope and read them', async () => {
  const user = await t.newUser();
  const [first, second] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [first._id, second._id] });
  const { status, body } = await create(t.as(key), selected(first._id));
  assert.equal(status, 201);
  assert.equal((await t.as(key)('GET', `/v1/webhooks/${body.webhook.id}`)).status, 200);
});

test('returns 403 when a limited key requests all profiles', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [_id] });
  assertError(await create(t.as(key)), 403, permission);
  assert.deepEqual((await user.call('GET', '/v1/webhooks')).body.webhooks, []);
});

test('returns 403 forbidden for a profile outside the scope of the key and 404 for an unknown one', async () => {
  const user = await t.newUser();
  const [listed, other] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  assertError(await create(t.as(key), selected(listed._id, other._id)), 403, { code: 'forbidden' });
  assertError(await create(t.as(key), selected(listed._id, 'prf_unknown')), 404, { error: 'Not found' });
});

test('returns 409 limitReached at 25 endpoints, until one is deleted', async () => {
  const user = await t.newUser();
  await fillUpTo(user.ownerId, 24);
  const last = await makeWebhook(user.call);
  assertError(await create(user.call), 409, { code: 'limitReached' });
  const { body } = await user.call('GET', '/v1/usage');
  assert.deepEqual(body.resources.webhooks, { used: 25, limit: 25 });
  await user.call('DELETE', `/v1/webhooks/${last.id}`);
  assert.equal((await create(user.call)).status, 201);
});

test('returns 400, 403 and 404 before 409, and endpoints of other users do not count', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  await fillUpTo(user.ownerId, 25);
  const { _id } = await makeProfile(user.call);
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [_id] });
  assertError(await create(user.call, { name: '' }), 400, { param: 'name' });
  assertError(await create(user.call, { url: 'http://hooks.example' }), 400, { code: 'urlNotAllowed' });
  assertError(await create(user.call, selected('prf_unknown')), 404, { error: 'Not found' });
  assertError(await create(t.as(key)), 403, permission);
  assert.equal((await create(other.call)).status, 201);
});

test('secrets and header values appear in no response or log line and are sealed in the database', async () => {
  const [user, sink] = [await t.newUser(), await startSink()];
  const hidden = ['hidden-secret-1', 'hidden-secret-2', 'hidden-value-1', 'hidden-value-2'];
  const [first, second, value1, value2] = hidden;
  const headers = (value: string | undefined) => [{ name: 'X-Token', value }];
  const response = await create(user.call, { url: sink.url, secret: first, customHeaders: headers(value1) });
  const path = `/v1/webhooks/${response.body.webhook.id}`;
  const responses = [response];
  responses.push(await user.call('PUT', path, { body: { secret: second, customHeaders: headers(value2) } }));
  responses.push(await user.call('GET', path), await user.call('GET', '/v1/webhooks'));
  responses.push(await user.call('POST', `${path}/test`));
  for (const status of [500, 200]) {
    sink.respondWith = status;
    await t.app.drain();
    await t.advance(6000);
  }
  assert.equal(sink.received.length, 2);
  assert.equal(sink.received[0]?.headers['x-token'], value2);
  responses.push(await user.call('POST', `${path}/promote-secret`), await user.call('GET', '/v1/webhook-deliveries'));
  responses.push(await create(user.call, { secret: first, customHeaders: [{ name: 'Host', value: value1 }] }));
  const rows = await t.sql<{ text: string }>('SELECT e::text AS text FROM webhook_endpoints AS e WHERE owner_id = $1', [
    user.ownerId,
  ]);
  assert.equal(rows.length, 1);
  const texts = [...responses.map((one) => one.text), ...rows.map((one) => one.text)];
  for (const text of [...texts, ...t.log]) for (const word of hidden) assert.ok(!text.includes(word), text);
});
