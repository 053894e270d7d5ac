import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newContactOwner, type ContactOwner } from '../../../../test/data/contacts.ts';
import { assertError, makeAccount, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';

const t = await startTestApp({ sandbox: true });

const newOwner = () => newContactOwner(t);

const bulk = ({ user, profileId }: ContactOwner, contacts: unknown[], more: object = {}) =>
  user.call('POST', '/v1/contacts/bulk', { body: { profileId, contacts, ...more } });
const list = async ({ user }: ContactOwner, query = '') =>
  (await user.call('GET', `/v1/contacts?limit=200&${query}`)).body.contacts;
const eventsOf = async ({ user }: ContactOwner): Promise<string[]> =>
  (await user.call('GET', '/v1/events?limit=200')).body.events
    .filter(({ type }: any) => type.startsWith('contact.'))
    .map(({ type, data }: any) => `${type} ${data.contact.name}`)
    .toSorted();

test('creates contacts with channels, and reports wrong rows by their number', async () => {
  const owner = await newOwner();
  const { _id: accountId } = await makeAccount(owner.user.call, { platform: 'instagram' });
  const rows = [
    { name: 'Ada', platformIdentifier: '1', displayIdentifier: 'ada', tags: ['VIP'] },
    { name: '', platformIdentifier: '2' },
    { name: 'No identifier' },
    { name: 'Misspelt', platformIdentifier: '3', emial: 'a@b.cd' },
    { name: 'Local', platformIdentifier: '4', avatarUrl: 'https://10.0.0.1/a.png' },
    'nonsense',
    { name: 'Bob', platformIdentifier: '5' },
  ];
  const { status, body } = await bulk(owner, rows, { accountId, platform: 'ignored' });
  assert.equal(status, 200, JSON.stringify(body));
  const { errors, ...rest } = body;
  assert.deepEqual(rest, { message: '2 created, 0 skipped, 5 failed', created: 2, skipped: 0, total: 7 });
  assert.deepEqual(
    errors.map((error: string) => error.split(':')[0]),
    ['row 2', 'row 3', 'row 4', 'row 5', 'row 6'],
  );
  assert.match(errors[2], /emial/);
  const contacts = await list(owner, `accountId=${accountId}`);
  const shown = contacts.map(({ name, platformIdentifier, displayIdentifier }: any) => [
    ...[name, platformIdentifier, displayIdentifier],
  ]);
  assert.deepEqual(shown.toSorted(), [
    ['Ada', '1', 'ada'],
    ['Bob', '5', null],
  ]);
  assert.deepEqual(await eventsOf(owner), ['contact.created Ada', 'contact.created Bob']);
});

test('skips a row whose email or channel is known, and adds only its tags', async () => {
  const owner = await newOwner();
  const { _id: accountId } = await makeAccount(owner.user.call, { platform: 'instagram' });
  await bulk(owner, [{ name: 'Ada', email: 'ada@example.com', tags: ['a'], platformIdentifier: '1' }], { accountId });
  const again = [
    { name: 'Other', email: 'ADA@example.com', tags: ['A', 'b'], platformIdentifier: '9', company: 'Ignored' },
    { name: 'Other', tags: ['c'], platformIdentifier: '1' },
    { name: 'Twice', email: 'two@example.com', tags: ['x'], platformIdentifier: '2' },
    { name: 'Twice again', email: 'two@example.com', tags: ['y'], platformIdentifier: '3' },
  ];
  const { body } = await bulk(owner, again, { accountId });
  assert.deepEqual([body.created, body.skipped, body.errors], [1, 3, []]);
  const contacts = await list(owner);
  const byName = new Map<string, any>(contacts.map((contact: any) => [contact.name, contact]));
  assert.deepEqual([...byName.keys()].toSorted(), ['Ada', 'Twice']);
  assert.deepEqual([byName.get('Ada').tags, byName.get('Ada').company], [['a', 'b', 'c'], null]);
  assert.deepEqual([byName.get('Twice').tags, byName.get('Twice').channelCount], [['x', 'y'], 1]);
  const expected = ['contact.created Ada', 'contact.created Twice', 'contact.updated Ada'];
  assert.deepEqual(await eventsOf(owner), expected);
});

test('a merge beyond 50 tags is an error of the row', async () => {
  const owner = await newOwner();
  const tags = Array.from({ length: 50 }, (_, n) => `tag ${n}`);
  await bulk(owner, [{ name: 'Ada', email: 'ada@example.com', tags }]);
  const { body } = await bulk(owner, [{ name: 'Ada', email: 'ada@example.com', tags: ['one more'] }]);
  assert.deepEqual([body.skipped, body.errors], [0, ['row 1: the contact would have more than 50 tags']]);
});

test('rows beyond the limit fail, and the others are created', async () => {
  const owner = await newOwner();
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Contact ${n}` }));
  for (let n = 0; n < 4; n += 1) assert.equal((await bulk(owner, many(1000))).body.created, 1000);
  assert.equal((await bulk(owner, many(999))).body.created, 999);
  const { body } = await bulk(owner, many(3));
  assert.deepEqual([body.created, body.errors.length], [1, 2]);
  assert.match(body.errors[0], /^row 2: a user has at most 5000 contacts/);
});

test('refuses wrong envelopes as a whole', async () => {
  const owner = await newOwner();
  const { _id: profileId } = await makeProfile(owner.user.call);
  const { _id: accountId } = await makeAccount(owner.user.call, { platform: 'instagram' });
  const row = { name: 'Ada' };
  assertError(await bulk(owner, []), 400, { code: 'validation', param: 'contacts' });
  assertError(await bulk(owner, Array(1001).fill(row)), 400, { code: 'validation', param: 'contacts' });
  assertError(await bulk(owner, [row], { platform: 'instagram' }), 400, { code: 'validation', param: 'platform' });
  assertError(await bulk(owner, [row], { extra: 1 }), 400, { code: 'validation', param: 'extra' });
  assertError(await bulk(owner, [row], { accountId: 'acc_unknown' }), 404, { code: 'accountNotFound' });
  assertError(await bulk({ ...owner, profileId }, [row], { accountId }), 400, {
    code: 'validation',
    param: 'accountId',
  });
  assertError(await bulk({ ...owner, profileId: 'prf_unknown' }, [row]), 404, { error: 'Not found' });
  const { key } = await makeKey(owner.user.call, { scope: 'profiles', profileIds: [profileId] });
  const body = { profileId: owner.profileId, contacts: [row] };
  assertError(await t.as(key)('POST', '/v1/contacts/bulk', { body }), 403, { code: 'forbidden' });
  assert.deepEqual(await list(owner), []);
});

test('accepts a body of more than 1 MiB, and limits imports per hour', async () => {
  const owner = await newOwner();
  const rows = Array.from({ length: 500 }, (_, n) => ({ name: `Contact ${n}`, notes: 'x'.repeat(4000) }));
  assert.equal((await bulk(owner, rows)).body.created, 500);
  for (let n = 0; n < 19; n += 1) assert.equal((await bulk(owner, [{ name: 'One more' }])).status, 200);
  assertError(await bulk(owner, [{ name: 'Too many' }]), 429, {});
  assert.equal((await list(owner, 'search=too%20many')).length, 0);
  const { caps } = (await owner.user.call('GET', '/v1/usage')).body;
  const used = (operation: string) => caps.find((cap: any) => cap.operation === operation).used;
  assert.deepEqual([used('contact.bulk'), used('contact.create')], [20, 0]);
});
