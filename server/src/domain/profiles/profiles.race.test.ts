import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onServer } from '../../../test/database.ts';
import { makeProfile } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { untilBlocked } from '../../../test/wait-for.ts';

const t = await startTestApp();

type Row = { id: string; slug: string; is_default: boolean };

function profilesOf(user: TestUser): Promise<Row[]> {
  return t.sql<Row>('SELECT id, slug, is_default FROM profiles WHERE owner_id = $1', [user.ownerId]);
}

test('twenty concurrent creates with the same name get twenty different slugs', async () => {
  const user = await t.newUser();
  const profiles = Array.from({ length: 20 }, () => makeProfile(user.call, { name: 'Shop' }));
  await Promise.all(profiles);
  const slugs = (await profilesOf(user)).map((row) => row.slug).filter((slug) => slug !== 'default');
  const expected = ['shop', ...Array.from({ length: 19 }, (_, index) => `shop-${index + 2}`)];
  assert.deepEqual(slugs.sort(), expected.sort());
});

test('ten concurrent renames to the same name get ten different slugs', async () => {
  const user = await t.newUser();
  const ids: string[] = [];
  for (let n = 1; n <= 10; n += 1) ids.push((await makeProfile(user.call, { name: `Profile ${n}` }))._id);
  const responses = await Promise.all(
    ids.map((id) => user.call('PUT', `/v1/profiles/${id}`, { body: { name: 'Shop' } })),
  );
  for (const response of responses) assert.equal(response.status, 200, response.text);
  const slugs = (await profilesOf(user)).map((row) => row.slug).filter((slug) => slug !== 'default');
  const expected = ['shop', ...Array.from({ length: 9 }, (_, index) => `shop-${index + 2}`)];
  assert.deepEqual(slugs.sort(), expected.sort());
});

test('concurrent moves of the default flag all succeed and leave exactly one default', async () => {
  const user = await t.newUser();
  const ids: string[] = [];
  for (let n = 1; n <= 8; n += 1) ids.push((await makeProfile(user.call))._id);
  const responses = await Promise.all(
    ids.map((id) => user.call('PUT', `/v1/profiles/${id}`, { body: { isDefault: true } })),
  );
  for (const response of responses) assert.equal(response.status, 200, response.text);
  const defaults = (await profilesOf(user)).filter((row) => row.is_default);
  assert.equal(defaults.length, 1);
  assert.ok(ids.includes(defaults[0]?.id ?? ''));
});

test('concurrent updates of different fields are all kept', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  const path = `/v1/profiles/${_id}`;
  const changes = [{ name: 'Store' }, { description: 'Open all day' }, { color: '#000000' }, { isDefault: true }];
  await Promise.all(changes.map((body) => user.call('PUT', path, { body })));
  const { profile } = (await user.call('GET', path)).body;
  for (const change of changes) assert.deepEqual({ ...profile, ...change }, profile);
});

test('does not delete a profile that a concurrent transaction makes the default', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  const response = await onServer(t.databaseUrl, async (rival) => {
    await rival.query('BEGIN');
    await rival.query('UPDATE profiles SET is_default = false WHERE owner_id = $1', [user.ownerId]);
    await rival.query('UPDATE profiles SET is_default = true WHERE id = $1', [_id]);
    const deleted = user.call('DELETE', `/v1/profiles/${_id}`);
    await untilBlocked(t);
    await rival.query('COMMIT');
    return deleted;
  });
  assert.equal(response.status, 400, response.text);
  const defaults = (await profilesOf(user)).filter((row) => row.is_default);
  assert.deepEqual(
    defaults.map((row) => row.id),
    [_id],
  );
});

test('renames concurrent with creates of the same name all succeed', async () => {
  const user = await t.newUser();
  for (let round = 1; round <= 5; round += 1) {
    const { _id } = await makeProfile(user.call, { name: `Before ${round}` });
    const name = `Shop ${round}a`;
    const creates = Array.from({ length: 8 }, () => makeProfile(user.call, { name }));
    const rename = await user.call('PUT', `/v1/profiles/${_id}`, { body: { name } });
    await Promise.all(creates);
    assert.equal(rename.status, 200, rename.text);
  }
});

test('an update concurrent with a delete of the same profile returns 200 or 404', async () => {
  const user = await t.newUser();
  for (let round = 1; round <= 20; round += 1) {
    const { _id } = await makeProfile(user.call);
    const path = `/v1/profiles/${_id}`;
    const [update, remove] = await Promise.all([
      user.call('PUT', path, { body: { name: 'Other' } }),
      user.call('DELETE', path),
    ]);
    assert.equal(remove.status, 200, remove.text);
    assert.ok([200, 404].includes(update.status), update.text);
  }
});

test('one of three concurrent deletes succeeds and the others return 404', async () => {
  const user = await t.newUser();
  for (let round = 1; round <= 10; round += 1) {
    const { _id } = await makeProfile(user.call);
    const responses = await Promise.all([1, 2, 3].map(() => user.call('DELETE', `/v1/profiles/${_id}`)));
    assert.deepEqual(responses.map((response) => response.status).sort(), [200, 404, 404]);
  }
});
