import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile, makeAccount, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';

const t = await startTestApp({ sandbox: true });

const dayMs = 24 * 3_600_000;
const path = '/v1/accounts/follower-stats';

async function setFollowers(account: string, count: number): Promise<void> {
  await t.sandbox.control('POST', 'followers', { platform: 'parrot', account, count });
}

/** Starts on 2026-03-02, a Monday. */
async function passDays(account: string, counts: readonly number[]): Promise<void> {
  for (const count of counts) {
    await setFollowers(account, count);
    await t.advance(1.06 * dayMs);
    await t.app.drain();
  }
}

async function insertDays(accountId: string, days: Readonly<Record<string, number>>): Promise<void> {
  for (const [date, followers] of Object.entries(days)) {
    await t.sql(
      `INSERT INTO follower_days (owner_id, account_id, date, followers)
       SELECT owner_id, id, $2::date, $3 FROM accounts WHERE id = $1`,
      [accountId, date, followers],
    );
  }
}

test('followers are read when an account is connected and once a day from then on', async () => {
  const user = await t.newUser();
  const account = await makeAccount(user.call, { platform: 'parrot', account: 'daily' });
  await setFollowers('daily', 200);
  await t.app.drain();
  await setFollowers('daily', 999);
  await t.app.drain();
  await passDays('daily', [250, 230]);
  const { body } = await user.call('GET', path);
  const counts = body.stats[account._id].map((point: { followers: number }) => point.followers);
  assert.deepEqual(counts, [200, 250, 230], 'one a day');
  assert.deepEqual(body.accounts, [
    {
      ...{ _id: account._id, platform: 'parrot', username: 'daily', currentFollowers: 230 },
      ...{ growth: 30, growthPercentage: 15, dataPoints: 3 },
    },
  ]);
  assert.equal(body.granularity, 'daily');
});

test('a failed reading is repeated soon, and a refused one the next day', async () => {
  const user = await t.newUser();
  const account = await makeAccount(user.call, { platform: 'parrot', account: 'failing' });
  await setFollowers('failing', 5);
  await t.sandbox.fault('parrot', 'errorBefore', { operation: 'page', account: 'failing' });
  await t.app.drain();
  const points = async () => (await user.call('GET', `${path}?accountIds=${account._id}`)).body.stats[account._id];
  assert.deepEqual(await points(), []);
  await t.advance(16 * 60_000);
  await t.app.drain();
  assert.equal((await points()).length, 1);
});

test('weeks and months are represented by their last day', async () => {
  const user = await t.newUser();
  const account = await makeAccount(user.call, { platform: 'parrot', account: 'periods' });
  await insertDays(account._id, {
    ...{ '2026-01-31': 10, '2026-02-01': 20, '2026-02-02': 30, '2026-02-08': 40, '2026-02-09': 50, '2026-02-28': 60 },
  });
  const read = async (granularity: string) => {
    const period = 'fromDate=2026-01-31&toDate=2026-02-28';
    const { body } = await user.call('GET', `${path}?granularity=${granularity}&${period}`);
    return { points: body.stats[account._id], account: body.accounts[0], range: body.dateRange };
  };
  const weekly = await read('weekly');
  assert.deepEqual(weekly.points, [
    { date: '2026-01-26', followers: 20 },
    { date: '2026-02-02', followers: 40 },
    { date: '2026-02-09', followers: 50 },
    { date: '2026-02-23', followers: 60 },
  ]);
  assert.deepEqual([weekly.account.growth, weekly.account.growthPercentage, weekly.account.dataPoints], [50, 500, 4]);
  assert.deepEqual(weekly.range, { from: '2026-01-31', to: '2026-02-28' });
  assert.deepEqual((await read('monthly')).points, [
    { date: '2026-01-01', followers: 10 },
    { date: '2026-02-01', followers: 60 },
  ]);
});

test('an account without data has no followers, and growth from 0 is 0 percent', async () => {
  const user = await t.newUser();
  const telegram = await makeAccount(user.call, { platform: 'telegram', account: 'no_data' });
  await t.sql('DELETE FROM follower_days WHERE account_id = $1', [telegram._id]);
  await t.advance(1000);
  const parrot = await makeAccount(user.call, { platform: 'parrot', account: 'from.zero' });
  await insertDays(parrot._id, { '2026-01-01': 0, '2026-01-02': 10 });
  const { body } = await user.call('GET', `${path}?fromDate=2026-01-01&toDate=2026-01-05`);
  assert.deepEqual(body.stats, { [parrot._id]: body.stats[parrot._id], [telegram._id]: [] });
  const facts = body.accounts.map((one: any) => [one.currentFollowers, one.growth, one.growthPercentage]);
  assert.deepEqual(facts, [
    [10, 10, 0],
    [null, 0, 0],
  ]);
});

test('filters by accounts and profile, and limits the period to 366 days', async () => {
  const user = await t.newUser();
  const shop = await makeProfile(user.call);
  const first = await makeAccount(user.call, { platform: 'parrot', account: 'one' });
  const second = await makeAccount(user.call, { platform: 'parrot', account: 'two', profileId: shop._id });
  const ids = async (query: string) =>
    (await user.call('GET', `${path}?${query}`)).body.accounts.map((one: { _id: string }) => one._id);
  assert.deepEqual(await ids(`accountIds=${first._id},${second._id}`), [first._id, second._id]);
  assert.deepEqual(await ids(`profileId=${shop._id}`), [second._id]);
  assert.deepEqual(await ids(`profileId=${shop._id}&accountIds=${first._id}`), []);
  const { body } = await user.call('GET', `${path}?fromDate=2020-01-01&toDate=2026-02-01`);
  assert.deepEqual(body.dateRange, { from: '2025-01-31', to: '2026-02-01' });
});

test('rejects wrong dates, and unknown and foreign accounts and profiles', async () => {
  const user = await t.newUser();
  const stranger = await t.newUser();
  const account = await makeAccount(user.call, { platform: 'parrot', account: 'mine' });
  for (const query of ['fromDate=yesterday', 'toDate=2026-02-30', 'fromDate=2026-02-02&toDate=2026-02-01']) {
    assertError(await user.call('GET', `${path}?${query}`), 400, { code: 'validation' });
  }
  assertError(await user.call('GET', `${path}?granularity=hourly`), 400, { code: 'validation', param: 'granularity' });
  assertError(await stranger.call('GET', `${path}?accountIds=${account._id}`), 404, { code: 'accountNotFound' });
  assertError(await user.call('GET', `${path}?profileId=prf_0mh2k5n8q1t4w7z0c3f6j9m2`), 404, { error: 'Not found' });
  const shop = await makeProfile(user.call);
  const limited = await makeKey(user.call, { scope: 'profiles', profileIds: [shop._id] });
  const limitedCall = t.as(limited.key);
  assert.deepEqual((await limitedCall('GET', path)).body.accounts, []);
  assertError(await limitedCall('GET', `${path}?accountIds=${account._id}`), 404, { code: 'accountNotFound' });
  const other = await defaultProfile(user.call);
  assertError(await limitedCall('GET', `${path}?profileId=${other._id}`), 403, { code: 'forbidden' });
});
