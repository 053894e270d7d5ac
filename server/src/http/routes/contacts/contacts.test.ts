import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertFillers, newContactOwner, type ContactOwner } from '../../../../test/data/contacts.ts';
import { assertError, makeAccount, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';

const t = await startTestApp({ sandbox: true });

const newOwner = () => newContactOwner(t);

const create = ({ user, profileId }: ContactOwner, body: object) =>
  user.call('POST', '/v1/contacts', { body: { profileId, ...body } });
const update = ({ user }: ContactOwner, id: string, body: object) => user.call('PATCH', `/v1/contacts/${id}`, { body });
const list = ({ user }: ContactOwner, query = '') => user.call('GET', `/v1/contacts?${query}`);
const makeContact = async (owner: ContactOwner, body: object) => (await create(owner, body)).body.contact;
const namesOf = async (owner: ContactOwner, query: string): Promise<string[]> => {
  const { status, body } = await list(owner, query);
  assert.equal(status, 200, JSON.stringify(body));
  return body.contacts.map(({ name }: any) => name);
};
const eventsOf = async ({ user }: ContactOwner) =>
  (await user.call('GET', '/v1/events?limit=200')).body.events
    .filter(({ type }: any) => type.startsWith('contact.'))
    .map(({ type, data }: any) => [type, data.contact.name]);

test('creates a contact with defaults, and returns what is stored', async () => {
  const owner = await newOwner();
  const { status, body } = await create(owner, { name: '  Ada Lovelace ', email: 'Ada@Example.com' });
  assert.equal(status, 201);
  assert.equal(body.message, 'Contact created');
  const { id, ...rest } = body.contact;
  assert.match(id, /^ctc_[0-9a-z]{24}$/);
  const now = t.app.systemCtx.clock.now().toISOString();
  assert.deepEqual(rest, {
    ...{ profileId: owner.profileId, name: 'Ada Lovelace', email: 'ada@example.com', company: null, avatarUrl: null },
    ...{ tags: [], isSubscribed: true, isBlocked: false, notes: null, customFields: null, source: 'api' },
    ...{ messagesSentCount: 0, messagesReceivedCount: 0, lastMessageSentAt: null, lastMessageReceivedAt: null },
    ...{ createdAt: now, updatedAt: now },
  });
  assert.deepEqual(Object.keys(body), ['message', 'contact']);
  const { body: read } = await owner.user.call('GET', `/v1/contacts/${id}`);
  assert.deepEqual(read, { contact: { ...body.contact, conversationIds: [] }, channels: [] });
});

test('creates the first channel, and warns about a display identifier without one', async () => {
  const owner = await newOwner();
  const account = await makeAccount(owner.user.call, { platform: 'instagram' });
  const channelInput = { accountId: account._id, platformIdentifier: '7001', displayIdentifier: 'ada' };
  const { status, body } = await create(owner, { name: 'Ada', ...channelInput, platform: 'instagram' });
  assert.equal(status, 201);
  const { id, contactId, createdAt, ...channel } = body.channel;
  assert.match(id, /^chn_[0-9a-z]{24}$/);
  assert.deepEqual([contactId, createdAt], [body.contact.id, body.contact.createdAt]);
  assert.deepEqual(channel, {
    ...{ ...channelInput, platform: 'instagram', isSubscribed: true, conversationId: null },
    ...{ metadata: null, lastActiveAt: null },
  });
  const path = `/v1/contacts/${contactId}/channels`;
  assert.deepEqual((await owner.user.call('GET', path)).body, { channels: [body.channel] });
  const warned = await create(owner, { name: 'Bob', displayIdentifier: 'bob' });
  assert.deepEqual([warned.status, warned.body.channel], [201, undefined]);
  assert.match(warned.body.warning, /^displayIdentifier was ignored/);
});

test('refuses a channel that is incomplete, unknown, of another profile or platform, or taken', async () => {
  const owner = await newOwner();
  const { _id: accountId } = await makeAccount(owner.user.call, { platform: 'instagram' });
  const { _id: profileId } = await makeProfile(owner.user.call);
  const channel = { accountId, platformIdentifier: '7001' };
  const refused = async (body: object, param: string) =>
    assertError(await create(owner, { name: 'Ada', ...body }), 400, { code: 'validation', param });
  await refused({ accountId }, 'platformIdentifier');
  await refused({ platformIdentifier: '7001' }, 'accountId');
  await refused({ platform: 'instagram' }, 'accountId');
  await refused({ ...channel, platform: 'facebook' }, 'platform');
  await refused({ ...channel, profileId }, 'accountId');
  assertError(await create(owner, { name: 'Ada', ...channel, accountId: 'acc_unknown' }), 404, {
    code: 'accountNotFound',
  });
  assert.equal((await create(owner, { name: 'Ada', ...channel })).status, 201);
  assertError(await create(owner, { name: 'Bob', ...channel }), 409, { code: 'duplicateChannel' });
});

test('an email is unique within a profile, regardless of case', async () => {
  const owner = await newOwner();
  await makeContact(owner, { name: 'Ada', email: 'ada@example.com' });
  assertError(await create(owner, { name: 'Bob', email: 'ADA@example.com' }), 409, { code: 'duplicateContact' });
  const { _id: profileId } = await makeProfile(owner.user.call);
  assert.equal((await create({ ...owner, profileId }, { name: 'Bob', email: 'ada@example.com' })).status, 201);
  const { id } = await makeContact(owner, { name: 'Cy' });
  assertError(await update(owner, id, { email: 'ada@example.com' }), 409, { code: 'duplicateContact' });
});

const invalid: readonly [param: string, body: object][] = [
  ['name', { name: ' ' }],
  ['name', { name: 'x'.repeat(201) }],
  ['email', { email: 'ada' }],
  ['email', { email: `${'a'.repeat(250)}@b.cd` }],
  ['company', { company: 'x'.repeat(201) }],
  ['tags[0]', { tags: [''] }],
  ['tags', { tags: Array.from({ length: 51 }, (_, n) => `tag ${n}`) }],
  ['notes', { notes: 'x'.repeat(5001) }],
  ['favourite', { favourite: true }],
];
for (const [param, body] of invalid) {
  test(`refuses ${JSON.stringify(body).slice(0, 60)}`, async () => {
    const owner = await newOwner();
    assertError(await create(owner, { name: 'Ada', ...body }), 400, { code: 'validation', param });
    const { id } = await makeContact(owner, { name: 'Ada' });
    assertError(await update(owner, id, body), 400, { code: 'validation', param });
  });
}

test('refuses null in an update for what cannot be cleared', async () => {
  const owner = await newOwner();
  const { id } = await makeContact(owner, { name: 'Ada' });
  for (const param of ['name', 'tags', 'isSubscribed', 'isBlocked']) {
    assertError(await update(owner, id, { [param]: null }), 400, { code: 'validation', param });
  }
});

test('refuses custom fields with bad keys, bad values or too many', async () => {
  const owner = await newOwner();
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`key ${n}`, n]));
  const bad = [
    { $gt: 1 },
    { _id: 1 },
    { ä: 1 },
    { '': 1 },
    { ['x'.repeat(65)]: 1 },
    { a: {} },
    { a: 'x'.repeat(1001) },
    many,
  ];
  for (const customFields of bad) {
    const { status, body } = await create(owner, { name: 'Ada', customFields });
    assert.deepEqual([status, body.code], [400, 'validation'], JSON.stringify(customFields).slice(0, 60));
  }
  const customFields = { size: 'XL', 'a-b c': 1.5, vip: true, none: null };
  assert.deepEqual((await makeContact(owner, { name: 'Ada', customFields })).customFields, customFields);
});

test('refuses avatars that are not public https URLs', async () => {
  const owner = await newOwner();
  for (const avatarUrl of [
    'http://cdn.example.com/a.png',
    'https://10.0.0.1/a.png',
    'nonsense',
    'javascript:alert(1)',
  ]) {
    assertError(await create(owner, { name: 'Ada', avatarUrl }), 400, { code: 'urlNotAllowed', param: 'avatarUrl' });
  }
  const { id } = await makeContact(owner, { name: 'Ada', avatarUrl: 'https://cdn.example.com/a.png' });
  const response = await update(owner, id, { avatarUrl: 'ftp://cdn.example.com' });
  assertError(response, 400, { code: 'urlNotAllowed', param: 'avatarUrl' });
});

test('updates the fields that are sent, and null clears them', async () => {
  const owner = await newOwner();
  const full = {
    ...{ name: 'Ada', email: 'ada@example.com', company: 'Engines', notes: 'Met in London' },
    ...{ avatarUrl: 'https://cdn.example.com/a.png', tags: ['VIP', 'vip', 'Early'], customFields: { size: 'L' } },
  };
  const contact = await makeContact(owner, full);
  assert.deepEqual(contact.tags, ['VIP', 'Early']);
  await t.advance(1000);
  const { status, body } = await update(owner, contact.id, { name: 'Ada L.', isBlocked: true });
  const updatedAt = t.app.systemCtx.clock.now().toISOString();
  assert.deepEqual([status, body.message], [200, 'Contact updated']);
  assert.deepEqual(body.contact, { ...contact, name: 'Ada L.', isBlocked: true, updatedAt });
  const cleared = { email: null, company: null, avatarUrl: null, notes: null, customFields: null, tags: [] };
  assert.deepEqual((await update(owner, contact.id, cleared)).body.contact, { ...body.contact, ...cleared });
  assertError(await update(owner, contact.id, {}), 400, { code: 'validation' });
  for (const body of [{ profileId: owner.profileId }, { accountId: 'acc_1' }, { platformIdentifier: '1' }]) {
    assertError(await update(owner, contact.id, body), 400, { code: 'validation', param: Object.keys(body)[0] ?? '' });
  }
});

test('deletes a contact with its channels, and reports every change', async () => {
  const owner = await newOwner();
  const { _id: accountId } = await makeAccount(owner.user.call, { platform: 'instagram' });
  const channel = { accountId, platformIdentifier: '7001' };
  const { id } = await makeContact(owner, { name: 'Ada', ...channel });
  await t.advance(1000);
  await update(owner, id, { name: 'Ada L.' });
  await t.advance(1000);
  const { status, body } = await owner.user.call('DELETE', `/v1/contacts/${id}`);
  assert.deepEqual([status, body], [200, { message: 'Contact deleted' }]);
  for (const response of [
    await owner.user.call('GET', `/v1/contacts/${id}`),
    await owner.user.call('GET', `/v1/contacts/${id}/channels`),
    await owner.user.call('DELETE', `/v1/contacts/${id}`),
    await update(owner, id, { name: 'Ada' }),
  ]) {
    assertError(response, 404, { code: 'contactNotFound' });
  }
  await t.advance(1000);
  assert.equal((await create(owner, { name: 'Again', ...channel })).status, 201);
  assert.deepEqual(await eventsOf(owner), [
    ['contact.created', 'Ada'],
    ['contact.updated', 'Ada L.'],
    ['contact.deleted', 'Ada L.'],
    ['contact.created', 'Again'],
  ]);
});

test('lists contacts newest first with their oldest channel, and filters them', async () => {
  const owner = await newOwner();
  const account = await makeAccount(owner.user.call, { platform: 'instagram' });
  const other = await makeAccount(owner.user.call, { platform: 'telegram' });
  const inputs = [
    { name: 'José Álvarez', email: 'jose@example.com', tags: ['VIP'], accountId: account._id, platformIdentifier: '1' },
    { name: 'Ada', company: 'Engines & Co', tags: ['early', 'vip'], accountId: other._id, platformIdentifier: '2' },
    { name: 'Zoë', isSubscribed: false },
  ];
  for (const input of inputs) {
    await makeContact(owner, input);
    await t.advance(1000);
  }
  const { body } = await list(owner);
  const shown = body.contacts.map(({ name, platform, platformIdentifier, displayIdentifier, channelCount }: any) => [
    ...[name, platform, platformIdentifier, displayIdentifier, channelCount],
  ]);
  assert.deepEqual(shown, [
    ['Zoë', null, null, null, 0],
    ['Ada', 'telegram', '2', null, 1],
    ['José Álvarez', 'instagram', '1', null, 1],
  ]);
  assert.deepEqual(body.filters, { tags: ['early', 'VIP'] });
  assert.deepEqual(body.pagination, { total: 3, limit: 50, skip: 0, hasMore: false });
  const cases: readonly [query: string, expected: string[]][] = [
    [`accountId=${account._id}`, ['José Álvarez']],
    ['platform=telegram', ['Ada']],
    ['isSubscribed=false', ['Zoë']],
    ['search=JOSE%40', ['José Álvarez']],
    ['search=engines%20%26', ['Ada']],
    ['search=%25', []],
    ['tag=Vip', ['Ada', 'José Álvarez']],
    ['tags=early,other', ['Ada']],
    ['tag=early&tags=nothing', ['Ada']],
    ['tag=early&search=jose', []],
    [`profileId=${owner.profileId}&limit=1&skip=1`, ['Ada']],
  ];
  for (const [query, expected] of cases) assert.deepEqual(await namesOf(owner, query), expected, query);
  const page = (await list(owner, 'limit=1&skip=1')).body.pagination;
  assert.deepEqual(page, { total: 3, limit: 1, skip: 1, hasMore: true });
  assert.deepEqual((await list(owner, 'skip=10')).body.pagination, { total: 3, limit: 50, skip: 10, hasMore: false });
  assert.deepEqual((await list(owner, 'tag=early')).body.filters.tags, ['early', 'VIP']);
  for (const query of ['limit=0', 'limit=201', 'skip=-1', 'search=']) {
    assertError(await list(owner, query), 400, { code: 'validation' });
  }
});

test('a limited key sees the contacts of its profiles only', async () => {
  const owner = await newOwner();
  const { _id: visible } = await makeProfile(owner.user.call);
  const hidden = await makeContact(owner, { name: 'Hidden', tags: ['secret'] });
  await makeContact({ ...owner, profileId: visible }, { name: 'Visible', tags: ['open'] });
  const { key } = await makeKey(owner.user.call, { scope: 'profiles', profileIds: [visible] });
  const call = t.as(key);
  const { body } = await call('GET', '/v1/contacts');
  assert.deepEqual([body.contacts.length, body.contacts[0].name, body.filters.tags], [1, 'Visible', ['open']]);
  assertError(await call('GET', `/v1/contacts/${hidden.id}`), 404, { code: 'contactNotFound' });
  assertError(await call('GET', `/v1/contacts?profileId=${owner.profileId}`), 403, { code: 'forbidden' });
  const input = { profileId: owner.profileId, name: 'Ada' };
  assertError(await call('POST', '/v1/contacts', { body: input }), 403, { code: 'forbidden' });
  assertError(await list(owner, 'profileId=prf_unknown'), 404, { error: 'Not found' });
  assertError(await create({ ...owner, profileId: 'prf_unknown' }, { name: 'Ada' }), 404, { error: 'Not found' });
  assertError(await list(owner, 'accountId=acc_unknown'), 404, { code: 'accountNotFound' });
  const { _id: accountId } = await makeAccount(owner.user.call, { platform: 'telegram' });
  const mixed = await list(owner, `profileId=${visible}&accountId=${accountId}`);
  assertError(mixed, 400, { code: 'validation', param: 'accountId' });
});

test('another user neither sees a contact nor shares its email', async () => {
  const [owner, stranger] = [await newOwner(), await newOwner()];
  const { id } = await makeContact(owner, { name: 'Ada', email: 'ada@example.com' });
  assertError(await update(stranger, id, { name: 'Mine' }), 404, { code: 'contactNotFound' });
  assert.equal((await create(stranger, { name: 'Ada', email: 'ada@example.com' })).status, 201);
  assert.equal((await list(stranger)).body.pagination.total, 1);
});

test('of parallel creations at the limit minus one, exactly one passes', async () => {
  const owner = await newOwner();
  await insertFillers(t, { ownerId: owner.user.ownerId, profileId: owner.profileId, count: 4999 });
  const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => create(owner, { name: `Racer ${n}` })));
  assert.equal(responses.filter(({ status }) => status === 201).length, 1);
  for (const response of responses.filter(({ status }) => status !== 201)) {
    assertError(response, 409, { code: 'limitReached' });
  }
  const { contacts } = (await owner.user.call('GET', '/v1/usage')).body.resources;
  assert.deepEqual(contacts, { used: 5000, limit: 5000 });
});

test('limits creations, updates and deletions per hour', async () => {
  const owner = await newOwner();
  const { id } = await makeContact(owner, { name: 'Ada' });
  for (const operation of ['contact.create', 'contact.update', 'contact.delete']) {
    await t.sql(
      `INSERT INTO hourly_uses (owner_id, operation, used_at) SELECT $1, $2, herald_now() FROM generate_series(1, 600)`,
      [owner.user.ownerId, operation],
    );
  }
  for (const response of [
    await create(owner, { name: 'Bob' }),
    await update(owner, id, { name: 'Bob' }),
    await owner.user.call('DELETE', `/v1/contacts/${id}`),
  ]) {
    assertError(response, 429, {});
  }
  assert.deepEqual(await namesOf(owner, ''), ['Ada']);
});
