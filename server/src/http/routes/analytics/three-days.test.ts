import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uploadJpeg } from '../../../../test/data/upload-jpeg.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { makePost, makeTarget, readPost } from '../../../../test/data/posts.ts';

const t = await startTestApp({ sandbox: true, listens: true });

const hourMs = 3_600_000;
const counted = ['impressions', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks', 'views'] as const;
type Numbers = Record<(typeof counted)[number], number>;

test('after three days, every read has the numbers that the platforms show', async () => {
  const user = await t.newUser();
  const instagram = await makeTarget(user.call, 'instagram', 'ada.studio');
  const x = await makeTarget(user.call, 'x', 'ada_lovelace');
  const url = await uploadJpeg(user);
  const { _id } = await makePost(user.call, {
    ...{ content: 'Three days', mediaItems: [{ type: 'image', url }], platforms: [instagram, x] },
    ...{ isDraft: false, publishNow: true },
  });
  for (let round = 0; round < 5; round += 1) {
    await t.app.drain();
    await t.advance(60_000);
  }
  const { platforms } = await readPost(user.call, _id);
  const ids = new Map<string, string>(platforms.map((one) => [one.platform, one.platformPostId]));
  const onInstagram = { platform: 'instagram', account: 'ada.studio', post: ids.get('instagram') };
  for (const person of ['mira', 'otto', 'pia']) {
    await t.sandbox.control('POST', 'comments', { ...onInstagram, person, text: 'Lovely' });
  }
  for (let hour = 0; hour < 72; hour += 2) {
    await t.advance(2 * hourMs);
    await t.app.drain();
  }
  await t.sandbox.control('POST', 'metrics', { platform: 'instagram', post: ids.get('instagram'), likes: 44 });
  await t.sandbox.control('POST', 'metrics', { platform: 'x', post: ids.get('x'), likes: 55 });
  await t.advance(2 * hourMs);
  await t.app.drain();

  const get = async (path: string): Promise<any> => (await user.call('GET', path)).body;
  const single = await get(`/v1/analytics?postId=${_id}`);
  const shown = new Map<string, Numbers>();
  for (const { platform, platformPostId, analytics, syncStatus } of single.platformAnalytics) {
    assert.equal(syncStatus, 'synced');
    const { metrics } = await t.sandbox.control('POST', 'metrics', { platform, post: platformPostId });
    shown.set(platform, analytics);
    // Instagram reports views, X impressions.
    const name = platform === 'x' ? 'impressions' : 'views';
    assert.ok(metrics[name] > 0);
    assert.deepEqual([analytics.likes, analytics[name]], [metrics.likes, metrics[name]], platform);
  }
  assert.equal(shown.get('instagram')?.comments, 3);
  assert.deepEqual([shown.get('instagram')?.likes, shown.get('x')?.likes], [44, 55]);
  const sum = (name: keyof Numbers): number => [...shown.values()].reduce((total, one) => total + one[name], 0);
  for (const name of counted) assert.equal(single.analytics[name], sum(name), name);

  const { overview, posts } = await get('/v1/analytics');
  assert.deepEqual(posts, [single]);
  assert.equal(overview.totals.likes, 99);
  const [day, ...others] = (await get('/v1/analytics/daily-metrics')).dailyData;
  assert.deepEqual([day.metrics.likes, day.postCount, others], [99, 2, []]);
  const received = await get('/v1/analytics/daily-metrics?attribution=received');
  const comments = received.dailyData.map((one: any) => one.metrics.comments);
  assert.equal(
    comments.reduce((total: number, one: number) => total + one, 0),
    sum('comments'),
  );
  assert.ok(received.dailyData.length >= 3);
  const { timeline } = await get(`/v1/analytics/post-timeline?postId=${_id}`);
  const last = timeline.filter((one: any) => one.platform === 'instagram').at(-1);
  assert.deepEqual([last.likes, last.comments], [44, 3]);
  const [slot] = (await get('/v1/analytics/best-time')).slots;
  assert.equal(slot.post_count, 2);
  const { accounts } = await get('/v1/accounts/follower-stats');
  for (const account of accounts) assert.ok(account.currentFollowers > 0 && account.dataPoints >= 3, account.platform);
});
