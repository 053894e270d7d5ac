import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type Call } from '../../../../test/harness.ts';
import { eightADay, makeQueue, twiceAWeek } from '../../../../test/data/queues.ts';

const t = await startTestApp();

async function create(call: Call, fields: Record<string, unknown> = {}) {
  const profileId = 'profileId' in fields ? fields['profileId'] : (await defaultProfile(call))._id;
  return call('POST', '/v1/queue/slots', { body: { timezone: 'UTC', slots: twiceAWeek, ...fields, profileId } });
}

test('returns 201 with every default, and the first queue of a profile becomes its default', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await defaultProfile(user.call);
  const { status, body } = await create(user.call);
  assert.equal(status, 201);
  const now = t.app.systemCtx.clock.now().toISOString();
  const { _id, ...rest } = body.schedule;
  assert.match(_id, /^que_[0-9a-z]{24}$/);
  assert.deepEqual(rest, {
    profileId,
    name: 'Default Queue',
    description: '',
    timezone: 'UTC',
    slots: twiceAWeek,
    active: true,
    isDefault: true,
    createdAt: now,
    updatedAt: now,
  });
  assert.equal(body.success, true);
  assert.deepEqual(body.nextSlots, [
    '2026-03-05T09:00:00.000Z',
    '2026-03-09T09:00:00.000Z',
    '2026-03-12T09:00:00.000Z',
    '2026-03-16T09:00:00.000Z',
    '2026-03-19T09:00:00.000Z',
  ]);
});

test('returns 201 with every field given', async () => {
  const user = await t.newUser();
  await makeQueue(user.call);
  const input = { name: ' Evenings ', description: 'After work', timezone: 'America/New_York', active: false };
  const { status, body } = await create(user.call, { ...input, setAsDefault: false });
  assert.equal(status, 201);
  const { name, description, timezone, active, isDefault } = body.schedule;
  assert.deepEqual(
    [name, description, timezone, active, isDefault],
    ['Evenings', 'After work', 'America/New_York', false, false],
  );
  assert.deepEqual(body.nextSlots, []);
});

test('stores each slot once, in the order of the week', async () => {
  const user = await t.newUser();
  const slots = [
    { dayOfWeek: 6, time: '23:59' },
    { dayOfWeek: 0, time: '10:00' },
    { dayOfWeek: 0, time: '09:30' },
    { dayOfWeek: 6, time: '23:59' },
    { dayOfWeek: 0, time: '00:00' },
  ];
  const { body } = await create(user.call, { slots });
  assert.deepEqual(body.schedule.slots, [slots[4], slots[2], slots[1], slots[0]]);
});

test('accepts zero and 56 slots', async () => {
  const user = await t.newUser();
  const empty = await create(user.call, { slots: [] });
  assert.equal(empty.status, 201);
  assert.deepEqual([empty.body.schedule.slots, empty.body.nextSlots], [[], []]);
  const full = await create(user.call, { slots: eightADay });
  assert.equal(full.status, 201);
  assert.equal(full.body.schedule.slots.length, 56);
});

test('setAsDefault moves the flag within the profile only', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await makeProfile(user.call);
  const elsewhere = await makeQueue(user.call);
  const first = await makeQueue(user.call, { profileId });
  const second = await makeQueue(user.call, { profileId, setAsDefault: true });
  const rows = await t.sql('SELECT id FROM queues WHERE owner_id = $1 AND is_default ORDER BY id', [user.ownerId]);
  assert.deepEqual(
    rows,
    [elsewhere._id, second._id].sort().map((id) => ({ id })),
  );
  assert.equal(first['isDefault'], true);
  assert.equal(second['isDefault'], true);
});

test('returns 400 naming the invalid field', async () => {
  const user = await t.newUser();
  const slot = { dayOfWeek: 1, time: '09:00' };
  const faults: [Record<string, unknown>, string][] = [
    [{ profileId: undefined }, 'profileId'],
    [{ profileId: 7 }, 'profileId'],
    [{ timezone: undefined }, 'timezone'],
    [{ timezone: null }, 'timezone'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: '+02:00' }, 'timezone'],
    [{ timezone: 'europe/berlin' }, 'timezone'],
    [{ timezone: '' }, 'timezone'],
    [{ slots: undefined }, 'slots'],
    [{ slots: [...eightADay, slot] }, 'slots'],
    [{ slots: [slot, { dayOfWeek: 7, time: '09:00' }] }, 'slots[1].dayOfWeek'],
    [{ slots: [{ dayOfWeek: -1, time: '09:00' }] }, 'slots[0].dayOfWeek'],
    [{ slots: [{ dayOfWeek: 1.5, time: '09:00' }] }, 'slots[0].dayOfWeek'],
    [{ slots: [{ dayOfWeek: '1', time: '09:00' }] }, 'slots[0].dayOfWeek'],
    [{ slots: [{ dayOfWeek: 1 }] }, 'slots[0].time'],
    ...['9:00', '24:00', '09:60', '09:00:00', '09.00', ''].map((time): [Record<string, unknown>, string] => [
      { slots: [{ dayOfWeek: 1, time }] },
      'slots[0].time',
    ]),
    [{ name: '' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ active: 'yes' }, 'active'],
    [{ setAsDefault: 1 }, 'setAsDefault'],
  ];
  for (const [fields, param] of faults) {
    assertError(await create(user.call, fields), 400, { code: 'validation', param });
  }
  assert.deepEqual(await t.sql('SELECT id FROM queues WHERE owner_id = $1', [user.ownerId]), []);
});

test('treats null in an optional field as omitted', async () => {
  const user = await t.newUser();
  const { status, body } = await create(user.call, { name: null, description: null, active: null, setAsDefault: null });
  assert.equal(status, 201);
  assert.deepEqual([body.schedule.name, body.schedule.active], ['Default Queue', true]);
});

test('returns 404 for an unknown or foreign profile and 403 for one out of scope, but 400 first', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const [listed, unlisted] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  const foreign = await defaultProfile(other.call);
  for (const profileId of ['prf_unknown', foreign._id]) {
    assertError(await create(user.call, { profileId }), 404, { error: 'Not found' });
    assertError(await create(t.as(key), { profileId }), 404, { error: 'Not found' });
  }
  assertError(await create(t.as(key), { profileId: unlisted._id }), 403, { code: 'forbidden' });
  assertError(await create(t.as(key), { profileId: unlisted._id, timezone: 'x' }), 400, { param: 'timezone' });
  assert.equal((await create(t.as(key), { profileId: listed._id })).status, 201);
});

test('returns 409 limitReached at ten queues of a profile, until one is deleted; other profiles do not count', async () => {
  const user = await t.newUser();
  const [full, other] = [await makeProfile(user.call), await makeProfile(user.call)];
  for (let n = 1; n <= 10; n += 1) await makeQueue(user.call, { profileId: full._id });
  assertError(await create(user.call, { profileId: full._id }), 409, { code: 'limitReached' });
  assertError(await create(user.call, { profileId: full._id, name: '' }), 400, { param: 'name' });
  const { _id } = await makeQueue(user.call, { profileId: other._id });
  await user.call('DELETE', `/v1/queue/slots?profileId=${other._id}&queueId=${_id}`);
  assertError(await create(user.call, { profileId: full._id }), 409, { code: 'limitReached' });
  const { body } = await user.call('GET', `/v1/queue/slots?profileId=${full._id}`);
  await user.call('DELETE', `/v1/queue/slots?profileId=${full._id}&queueId=${body.schedule._id}`);
  assert.equal((await create(user.call, { profileId: full._id })).status, 201);
});

test('deleting a profile deletes its queues', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await makeProfile(user.call);
  await makeQueue(user.call, { profileId });
  await user.call('DELETE', `/v1/profiles/${profileId}`);
  assert.deepEqual(await t.sql('SELECT id FROM queues WHERE owner_id = $1', [user.ownerId]), []);
});
