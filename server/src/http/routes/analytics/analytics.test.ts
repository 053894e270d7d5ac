import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { makePost, makeTarget, words } from '../../../../test/data/posts.ts';

const t = await startTestApp({ sandbox: true, partitions: true });

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const zeros = { impressions: 0, reach: 0, likes: 0, comments: 0, shares: 0, saves: 0, clicks: 0, views: 0 };

let accountCount = 0;

async function newTarget(user: TestUser, platform = 'parrot') {
  accountCount += 1;
  return await makeTarget(
    user.call,
    platform,
    platform === 'parrot' ? `parrot${accountCount}` : `chat_${accountCount}`,
  );
}

type Target = Awaited<ReturnType<typeof newTarget>>;

async function publish(user: TestUser, targets: readonly Target[], content = words()) {
  const { _id } = await makePost(user.call, { content, platforms: targets, isDraft: false, publishNow: true });
  await t.app.drain();
  const { body } = await user.call('GET', `/v1/posts/${_id}`);
  assert.equal(body.post.status, 'published', JSON.stringify(body));
  const platformPostIds: [string, ...string[]] = body.post.platforms.map((one: any) => one.platformPostId);
  return { id: _id, platformPostIds };
}

async function setMetrics(post: string, values: object): Promise<void> {
  await t.sandbox.control('POST', 'metrics', { platform: 'parrot', post, ...values });
}

async function now(): Promise<number> {
  const [row] = await t.sql<{ at: Date }>('SELECT at FROM test_clock');
  return row?.at.getTime() ?? Number.NaN;
}

/** Advances until the next reading of new posts' metrics. */
async function passHours(hours = 2): Promise<void> {
  await t.advance(hours * hourMs);
  await t.app.drain();
}

const get = async (user: TestUser, query: string, path = '/v1/analytics') =>
  (await user.call('GET', `${path}${query === '' ? '' : `?${query}`}`)).body;

test('a new post is pending until its numbers are read', async () => {
  const user = await t.newUser();
  const target = await newTarget(user);
  const { id, platformPostIds } = await publish(user, [target], 'Watch me');
  const pending = await user.call('GET', `/v1/analytics?postId=${id}`);
  assert.equal(pending.status, 202);
  assert.deepEqual([pending.body.syncStatus, pending.body.analytics.lastUpdated], ['pending', null]);
  assert.match(pending.body.message, /not been read yet/);
  await setMetrics(platformPostIds[0], { views: 200, likes: 9, shares: 1 });
  await t.app.drain();
  const synced = await user.call('GET', `/v1/analytics?postId=${id}`);
  assert.equal(synced.status, 200);
  const analytics = { ...zeros, views: 200, impressions: 200, likes: 9, shares: 1, engagementRate: 5 };
  const { lastUpdated } = synced.body.analytics;
  const [onPlatform] = synced.body.platformAnalytics;
  assert.deepEqual(synced.body, {
    ...{ postId: id, postzenPostId: id, status: 'published', content: 'Watch me', scheduledFor: null },
    publishedAt: synced.body.publishedAt,
    analytics: { ...analytics, lastUpdated },
    platformAnalytics: [
      {
        ...{ platform: 'parrot', status: 'published', platformPostId: platformPostIds[0] },
        ...{ accountId: target.accountId, accountUsername: onPlatform.accountUsername },
        ...{ analytics: { ...analytics, lastUpdated }, syncStatus: 'synced', errorMessage: null },
        platformPostUrl: onPlatform.platformPostUrl,
      },
    ],
    ...{ platform: 'parrot', platformPostUrl: onPlatform.platformPostUrl, isExternal: false, syncStatus: 'synced' },
    ...{ message: null, thumbnailUrl: null, mediaType: 'text', mediaItems: [] },
  });
  assert.match(onPlatform.platformPostUrl, /^https:/);
  assert.deepEqual(await get(user, `postId=${platformPostIds[0]}`), synced.body, "by the platform's ID");
});

test('one platform without numbers does not hide those of another', async () => {
  const user = await t.newUser();
  const [parrot, telegram] = [await newTarget(user), await newTarget(user, 'telegram')];
  const both = await publish(user, [parrot, telegram]);
  const silent = await publish(user, [telegram]);
  await setMetrics(both.platformPostIds[0], { views: 50, likes: 5 });
  await passHours();
  const post = await get(user, `postId=${both.id}`);
  assert.deepEqual([post.syncStatus, post.analytics.views, post.platformAnalytics.length], ['synced', 50, 2]);
  const failed = post.platformAnalytics[1];
  assert.deepEqual(
    [failed.syncStatus, failed.errorMessage, failed.analytics.lastUpdated],
    ['failed', 'Telegram does not report the numbers of posts', null],
  );
  const unavailable = await user.call('GET', `/v1/analytics?postId=${silent.id}`);
  assertError(unavailable, 424, { code: 'analyticsUnavailable' });
  assert.match(unavailable.body.error, /Telegram does not report/);
  const list = await get(user, '');
  assert.deepEqual(
    list.posts.map((one: any) => one.syncStatus),
    ['failed', 'synced'],
  );
});

test('a failed reading keeps the numbers and is repeated soon', async () => {
  const user = await t.newUser();
  const target = await newTarget(user);
  const { id, platformPostIds } = await publish(user, [target]);
  await setMetrics(platformPostIds[0], { likes: 3 });
  await t.app.drain();
  await setMetrics(platformPostIds[0], { likes: 4 });
  const account = `parrot${accountCount}`;
  await t.sandbox.fault('parrot', 'errorBefore', { operation: 'metrics', account });
  await passHours();
  const failed = (await get(user, `postId=${id}`)).platformAnalytics[0];
  assert.deepEqual([failed.syncStatus, failed.analytics.likes], ['failed', 3]);
  assert.match(failed.errorMessage, /unavailable/);
  await passHours(0.3);
  const [repeated] = (await get(user, `postId=${id}`)).platformAnalytics;
  assert.deepEqual([repeated.syncStatus, repeated.analytics.likes, repeated.errorMessage], ['synced', 4, null]);
});

test('posts are read every 90 minutes in their first week, then daily, then weekly', async () => {
  const user = await t.newUser();
  const { id, platformPostIds } = await publish(user, [await newTarget(user)]);
  await t.app.drain();
  let likes = 0;
  const isReadAfter = async (hours: number): Promise<boolean> => {
    await setMetrics(platformPostIds[0], { likes: (likes += 1) });
    await passHours(hours);
    return (await get(user, `postId=${id}`)).analytics.likes === likes;
  };
  assert.equal(await isReadAfter(1.2), false);
  assert.equal(await isReadAfter(0.5), true);
  await passHours(7 * 24);
  // Longer than a day plus its greatest variation.
  await passHours(26);
  assert.equal(await isReadAfter(20), false);
  assert.equal(await isReadAfter(6), true);
  await passHours(30 * 24);
  await passHours(8 * 24);
  assert.equal(await isReadAfter(6 * 24), false);
  assert.equal(await isReadAfter(2 * 24), true);
});

test('lists posts with an overview, sorted and paged', async () => {
  const user = await t.newUser();
  const target = await newTarget(user);
  const posts = [];
  for (const likes of [1, 3, 2]) {
    const post = await publish(user, [target]);
    await setMetrics(post.platformPostIds[0], { views: likes === 2 ? 0 : 100, likes, shares: 0 });
    posts.push(post.id);
    await passHours(1);
  }
  await passHours();
  const [first, second, third] = posts;
  const ids = async (query: string) => (await get(user, query)).posts.map((one: { postId: string }) => one.postId);
  assert.deepEqual(await ids(''), [third, second, first]);
  assert.deepEqual(await ids('order=asc'), [first, second, third]);
  assert.deepEqual(await ids('sortBy=likes'), [second, third, first]);
  assert.deepEqual(await ids('sortBy=views'), [second, first, third], 'newest first among equals');
  assert.deepEqual(await ids('sortBy=engagement&order=asc&limit=1&page=2'), [third]);
  const list = await get(user, 'limit=2&page=2');
  assert.deepEqual(list.pagination, { page: 2, limit: 2, total: 3, totalPages: 2 });
  assert.deepEqual(list.overview, {
    totalPosts: 3,
    totals: { ...zeros, views: 200, impressions: 200, likes: 6 },
    avgEngagementRate: 2,
  });
  assert.equal(list.truncated, false);
});

test('daily metrics by the day of publishing and by the day they were received', async () => {
  const user = await t.newUser();
  const target = await newTarget(user);
  await t.advance(dayMs - ((await now()) % dayMs) + 8 * hourMs);
  const { id, platformPostIds } = await publish(user, [target]);
  const firstDay = new Date(await now()).toISOString().slice(0, 10);
  for (const likes of [2, 5, 4, 9]) {
    await setMetrics(platformPostIds[0], { views: 100, likes, shares: 0 });
    await passHours(likes === 2 ? 2 : 24);
  }
  const publishDays = await get(user, '', '/v1/analytics/daily-metrics');
  const metrics = { ...zeros, views: 100, impressions: 100, likes: 9 };
  assert.deepEqual(publishDays, {
    dailyData: [{ date: firstDay, postCount: 1, platforms: { parrot: 1 }, metrics }],
    platformBreakdown: [{ platform: 'parrot', postCount: 1, ...metrics }],
  });
  for (const time of ['00:00:00Z', '23:59:00Z']) {
    const query = `fromDate=${firstDay}T${time}&toDate=${firstDay}T${time}`;
    assert.deepEqual(await get(user, query, '/v1/analytics/daily-metrics'), publishDays, 'days are whole');
  }
  const received = await get(user, 'attribution=received', '/v1/analytics/daily-metrics');
  const likesByDay = received.dailyData.map((one: any) => [one.date, one.metrics.likes, one.platforms]);
  const next = (offset: number) => new Date(Date.parse(firstDay) + offset * dayMs).toISOString().slice(0, 10);
  assert.deepEqual(likesByDay, [
    [firstDay, 2, { parrot: 1 }],
    [next(1), 3, { parrot: 1 }],
    [next(3), 5, { parrot: 1 }],
  ]);
  assert.equal(received.platformBreakdown[0].likes, 10, 'a number that shrank received nothing');
  const { timeline } = await get(user, `postId=${id}`, '/v1/analytics/post-timeline');
  const points = timeline.map(({ date, likes }: { date: string; likes: number }) => [date, likes]);
  assert.deepEqual(points, [
    [firstDay, 2],
    [next(1), 5],
    [next(2), 4],
    [next(3), 9],
  ]);
  assert.deepEqual([timeline[0].platform, timeline[0].platformPostId], ['parrot', platformPostIds[0]]);
});

test('the first numbers of an old post count on no day', async () => {
  const user = await t.newUser();
  const { platformPostIds } = await publish(user, [await newTarget(user)]);
  await t.advance(5 * dayMs);
  for (const likes of [100, 104]) {
    await setMetrics(platformPostIds[0], { views: 0, likes, shares: 0 });
    await passHours();
  }
  const { dailyData } = await get(user, 'attribution=received', '/v1/analytics/daily-metrics');
  const sum = dailyData.reduce((total: number, one: any) => total + one.metrics.likes, 0);
  assert.equal(sum, 4);
});

test('the best time is the hour of the week with the most engagement per post', async () => {
  const user = await t.newUser();
  const target = await newTarget(user);
  // A Sunday at 23:30 UTC.
  await t.advance(Date.parse('2027-01-03T23:30:00Z') - (await now()));
  for (const likes of [4, 1, 8]) {
    const { platformPostIds } = await publish(user, [target]);
    await setMetrics(platformPostIds[0], { likes, shares: 0 });
    if (likes !== 4) await t.advance(hourMs);
  }
  await passHours();
  assert.deepEqual(await get(user, '', '/v1/analytics/best-time'), {
    slots: [
      { day_of_week: 1, day_name: 'Monday', hour: 0, avg_engagement: 8, post_count: 1 },
      { day_of_week: 0, day_name: 'Sunday', hour: 23, avg_engagement: 2.5, post_count: 2 },
    ],
    timezone: 'UTC',
  });
});

test('the list and the daily metrics are exported as CSV', async () => {
  const user = await t.newUser();
  const target = await newTarget(user);
  const ids = [];
  for (const likes of [1, 2]) {
    const { id, platformPostIds } = await publish(user, [target], `=A "post" with ${likes} likes`);
    await setMetrics(platformPostIds[0], { views: 10, likes, shares: 0 });
    ids.unshift(id);
    await t.advance(1000);
  }
  await passHours();
  const list = await user.call('GET', '/v1/analytics.csv?sortBy=likes');
  assert.equal(list.headers['content-type'], 'text/csv; charset=utf-8');
  const [header, first, second, ...rest] = list.text.split('\r\n');
  assert.equal(
    header,
    'post_id,published_at,platforms,url,content,impressions,reach,likes,comments,shares,saves,clicks,views,engagement_rate',
  );
  assert.match(
    first ?? '',
    new RegExp(`^${ids[0]},[^,]+,parrot,https:[^,]+,"'=A ""post"" with 2 likes",10,0,2,0,0,0,0,10,20$`),
  );
  assert.match(second ?? '', new RegExp(`^${ids[1]},.*,10$`));
  assert.deepEqual(rest, ['']);
  const daily = await user.call('GET', '/v1/analytics/daily-metrics.csv');
  const [columns, day] = daily.text.split('\r\n');
  assert.equal(columns, 'date,post_count,impressions,reach,likes,comments,shares,saves,clicks,views');
  assert.match(day ?? '', /^[\d-]{10},2,20,0,3,0,0,0,0,20$/);
  for (const path of ['/v1/analytics.csv', '/v1/analytics/daily-metrics.csv']) {
    assertError(await user.call('GET', `${path}?platform=myspace`), 400, { param: 'platform' });
    const unknown = 'acc_0mh2k5n8q1t4w7z0c3f6j9m2';
    assertError(await user.call('GET', `${path}?accountId=${unknown}`), 404, { code: 'accountNotFound' });
  }
});

test('daily numbers are deleted after the set time, and what a post receives next counts from its last numbers', async () => {
  const user = await t.newUser();
  const target = await newTarget(user);
  const { platformPostIds } = await publish(user, [target]);
  for (const likes of [5, 7]) {
    await setMetrics(platformPostIds[0], { views: 0, likes, shares: 0 });
    await passHours(24);
  }
  const timeline = async () =>
    (
      await t.sql<{ likes: string }>(`SELECT likes FROM metric_days WHERE platform_post_id = $1 ORDER BY date`, [
        platformPostIds[0],
      ])
    ).map((row) => Number(row.likes));
  assert.deepEqual(await timeline(), [5, 7]);
  await t.advance(500 * dayMs);
  await setMetrics(platformPostIds[0], { views: 0, likes: 8, shares: 0 });
  await passHours();
  assert.deepEqual(await timeline(), [8]);
  const { dailyData } = await get(user, 'attribution=received', '/v1/analytics/daily-metrics');
  assert.deepEqual(
    dailyData.map((one: any) => one.metrics.likes),
    [1],
  );
});

test('an unpublished post disappears, and what was received stays', async () => {
  const user = await t.newUser();
  const target = await newTarget(user);
  const { id, platformPostIds } = await publish(user, [target]);
  await setMetrics(platformPostIds[0], { views: 0, likes: 7, shares: 0 });
  await passHours();
  const response = await user.call('POST', `/v1/posts/${id}/unpublish`, { body: { accountId: target.accountId } });
  assert.equal(response.status, 200, response.text);
  assertError(await user.call('GET', `/v1/analytics?postId=${id}`), 404, { code: 'postNotFound' });
  assert.deepEqual((await get(user, '')).posts, []);
  const daily = await get(user, 'attribution=received', '/v1/analytics/daily-metrics');
  assert.equal(daily.dailyData[0].metrics.likes, 7);
  assert.deepEqual((await get(user, '', '/v1/analytics/daily-metrics')).dailyData, []);
});

test('numbers stay readable after the account is disconnected', async () => {
  const user = await t.newUser();
  const shop = await makeProfile(user.call);
  const target = await newTarget(user);
  const { id, platformPostIds } = await publish(user, [target]);
  await setMetrics(platformPostIds[0], { views: 0, likes: 7, shares: 0 });
  await passHours();
  const before = await get(user, `postId=${id}`);
  const response = await user.call('DELETE', `/v1/accounts/${target.accountId}`);
  assert.equal(response.status, 200, response.text);
  await passHours(24);
  assert.deepEqual(await get(user, `postId=${id}`), before);
  assert.deepEqual((await get(user, `accountId=${target.accountId}`)).posts, [before]);
  const daily = await get(user, 'platform=parrot&attribution=received', '/v1/analytics/daily-metrics');
  assert.equal(daily.dailyData[0].metrics.likes, 7);
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [shop._id], permission: 'read' });
  for (const call of [(await t.newUser()).call, t.as(key)]) {
    assertError(await call('GET', `/v1/analytics?accountId=${target.accountId}`), 404, { code: 'accountNotFound' });
    assert.deepEqual((await call('GET', '/v1/analytics')).body.posts, []);
  }
});

test('filters by platform, profile, account and source', async () => {
  const user = await t.newUser();
  const [parrot, other] = [await newTarget(user), await newTarget(user)];
  await publish(user, [parrot]);
  await publish(user, [parrot, other]);
  await passHours();
  const total = async (query: string) => (await get(user, query)).overview.totalPosts;
  assert.equal(await total(''), 2);
  assert.equal(await total('platform=all'), 2);
  assert.equal(await total('platform=polly'), 2);
  assert.equal(await total('platform=twitter'), 0);
  assert.equal(await total(`accountId=${other.accountId}`), 1);
  assert.equal(await total('source=postzen'), 2);
  assert.equal(await total('source=external'), 0);
  assert.equal(await total('toDate=2026-01-01'), 0);
  const { posts } = await get(user, `accountId=${other.accountId}`);
  assert.equal(posts[0].platformAnalytics.length, 1, 'only the numbers of the account');
  const shop = await makeProfile(user.call);
  assert.equal(await total(`profileId=${shop._id}`), 0);
  assertError(await user.call('GET', '/v1/analytics?platform=myspace'), 400, { param: 'platform' });
  assertError(await user.call('GET', '/v1/analytics?sortBy=fame'), 400, { param: 'sortBy' });
  assertError(await user.call('GET', '/v1/analytics?fromDate=2027-02-30'), 400, { param: 'fromDate' });
  assertError(await user.call('GET', '/v1/analytics/daily-metrics?attribution=x'), 400, { param: 'attribution' });
  assertError(await user.call('GET', '/v1/analytics/best-time?source=rumour'), 400, { param: 'source' });
});

test('keys see the posts of their profiles only', async () => {
  const user = await t.newUser();
  const stranger = await t.newUser();
  const shop = await makeProfile(user.call);
  const target = await newTarget(user);
  const { id, platformPostIds } = await publish(user, [target]);
  await passHours();
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [shop._id], permission: 'read' });
  for (const call of [stranger.call, t.as(key)]) {
    for (const postId of [id, platformPostIds[0]]) {
      assertError(await call('GET', `/v1/analytics?postId=${postId}`), 404, { code: 'postNotFound' });
      const path = `/v1/analytics/post-timeline?postId=${postId}`;
      assertError(await call('GET', path), 404, { code: 'postNotFound' });
    }
    for (const path of ['/v1/analytics', '/v1/analytics/daily-metrics', '/v1/analytics/best-time']) {
      assertError(await call('GET', `${path}?accountId=${target.accountId}`), 404, { code: 'accountNotFound' });
    }
    assert.deepEqual((await call('GET', '/v1/analytics')).body.posts, []);
  }
  const { _id: hidden } = await defaultProfile(user.call);
  for (const path of ['/v1/analytics', '/v1/analytics/daily-metrics', '/v1/analytics/best-time']) {
    assertError(await t.as(key)('GET', `${path}?profileId=${hidden}`), 403, { code: 'forbidden' });
    const unknown = `${path}?profileId=prf_0mh2k5n8q1t4w7z0c3f6j9m2`;
    assertError(await user.call('GET', unknown), 404, { error: 'Not found' });
  }
});
