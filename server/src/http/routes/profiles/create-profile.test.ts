import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';

const t = await startTestApp();
const create = (user: TestUser, body: object) => user.call('POST', '/v1/profiles', { body });

test('returns 201 with the defaults when only a name is given', async () => {
  const user = await t.newUser();
  const { status, body } = await create(user, { name: 'Shop' });
  assert.equal(status, 201);
  const { _id, ...rest } = body.profile;
  assert.match(_id, /^prf_[0-9a-z]{24}$/);
  assert.deepEqual(rest, {
    userId: user.ownerId,
    name: 'Shop',
    description: '',
    color: '#ffeda0',
    isDefault: false,
    createdAt: t.app.systemCtx.clock.now().toISOString(),
  });
});

test('returns what is stored: a trimmed name and a lowercase color', async () => {
  const user = await t.newUser();
  const { body } = await create(user, { name: ' Shop\n', description: ' As it is ', color: '#ABCDEF' });
  assert.equal(body.profile.name, 'Shop');
  assert.equal(body.profile.description, ' As it is ');
  assert.equal(body.profile.color, '#abcdef');
  const stored = await user.call('GET', `/v1/profiles/${body.profile._id}`);
  assert.deepEqual(stored.body.profile, body.profile);
});

test('accepts a name that another profile already has', async () => {
  const user = await t.newUser();
  assert.equal((await create(user, { name: 'Shop' })).status, 201);
  assert.equal((await create(user, { name: 'Shop' })).status, 201);
});

test('slugs are unique per user and may repeat between users', async () => {
  for (const user of [await t.newUser(), await t.newUser()]) {
    for (const name of ['My Shop', 'my shop!', 'MY-SHOP']) await create(user, { name });
    const rows = await t.sql<{ slug: string }>('SELECT slug FROM profiles WHERE owner_id = $1 ORDER BY slug', [
      user.ownerId,
    ]);
    assert.deepEqual(
      rows.map((row) => row.slug),
      ['default', 'my-shop', 'my-shop-2', 'my-shop-3'],
    );
  }
});

test('accepts names of 1 to 80 code points, counted after trimming', async () => {
  const user = await t.newUser();
  for (const name of ['x', 'x'.repeat(80), '😀'.repeat(80), ` ${'x'.repeat(80)} `]) {
    const response = await create(user, { name });
    assert.equal(response.status, 201, response.text);
  }
});

test('returns 400 for names that are empty, blank or over 80 code points', async () => {
  const user = await t.newUser();
  for (const name of ['', ' \t\n', 'x'.repeat(81), '😀'.repeat(81), '👩‍👩‍👧‍👦'.repeat(12)]) {
    assertError(await create(user, { name }), 400, { code: 'validation', param: 'name' });
  }
});

test('returns 400 when name is missing, null or not a string', async () => {
  const user = await t.newUser();
  for (const body of [{}, { name: null }, { name: 7 }, { name: ['Shop'] }]) {
    assertError(await create(user, body), 400, {
      code: 'validation',
      type: 'invalid_request_error',
      param: 'name',
    });
  }
});

test('accepts a description of at most 240 code points', async () => {
  const user = await t.newUser();
  assert.equal((await create(user, { name: 'Shop', description: '😀'.repeat(240) })).status, 201);
  for (const description of ['x'.repeat(241), '😀'.repeat(241), 7]) {
    assertError(await create(user, { name: 'Shop', description }), 400, { code: 'validation', param: 'description' });
  }
});

test('treats null in an optional field as omitted', async () => {
  const user = await t.newUser();
  const { status, body } = await create(user, { name: 'Shop', description: null, color: null });
  assert.equal(status, 201);
  assert.equal(body.profile.description, '');
  assert.equal(body.profile.color, '#ffeda0');
});

test('returns 400 for a color that is not # and six hexadecimal digits', async () => {
  const user = await t.newUser();
  for (const color of ['', 'red', '#fff', 'ffeda0', '#ffeda', '#ffeda00', '#ggeda0', '#ffeda0\n', ' #ffeda0', 7]) {
    assertError(await create(user, { name: 'Shop', color }), 400, { code: 'validation', param: 'color' });
  }
});

test('reports the first fault in document order, a missing field last', async () => {
  const user = await t.newUser();
  assertError(await create(user, { name: '', color: 'red' }), 400, { param: 'name' });
  assertError(await create(user, { color: 'red', name: '' }), 400, { param: 'color' });
  assertError(await create(user, { color: 'red' }), 400, { param: 'color' });
});

test('ignores isDefault on create', async () => {
  const user = await t.newUser();
  const { body } = await create(user, { name: 'Shop', isDefault: true });
  assert.equal(body.profile.isDefault, false);
});

test('stores nothing when the request is rejected', async () => {
  const user = await t.newUser();
  await create(user, { name: 'Shop', color: 'red' });
  assert.equal((await user.call('GET', '/v1/profiles')).body.profiles.length, 1);
});
