import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount, makeWebhook } from '../../test/factories.ts';
import { startTestApp, type TestUser } from '../../test/harness.ts';
import { makePost, makeTarget, readPost, type Target } from '../../test/data/posts.ts';
import { startSink } from '../../test/sink.ts';
import { counters, gauges, timers } from './metric-table.ts';

const t = await startTestApp({ sandbox: true });
const second = 1000;
const hour = 3_600_000;

async function samples(name: string): Promise<Record<string, number>> {
  const { text } = await t.call('GET', '/metrics');
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return Object.fromEntries(
    lines.map((line) => {
      const [, labels = '', value = ''] = /^\w+(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return [labels, Number(value)];
    }),
  );
}

async function added(name: string, run: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await samples(name);
  await run();
  const changes = Object.entries(await samples(name)).map(([labels, value]) => [labels, value - (before[labels] ?? 0)]);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

type Publication = { user: TestUser; postId: string };

async function publish(platform: string, find?: (user: TestUser) => Promise<Target>): Promise<Publication> {
  const user = await t.newUser();
  const target = await (find ?? ((one) => makeTarget(one.call, platform)))(user);
  const post = await makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [target] });
  await t.app.drain();
  return { user, postId: post._id };
}

async function later(ms: number): Promise<void> {
  await t.advance(ms);
  await t.app.drain();
}

test('counts published posts and attempts by platform, and times when workers began', async () => {
  const run = (): Promise<Publication> => publish('telegram');
  assert.deepEqual(await added('herald_posts_published_total', run), { 'platform="telegram"': 1 });
  assert.deepEqual(await added('herald_publish_attempts_total', run), { 'platform="telegram"': 1 });
  assert.deepEqual(await added('herald_publish_start_delay_seconds_count', run), { 'platform="telegram"': 1 });
});

test('times a late start from when the post was due', async () => {
  const user = await t.newUser();
  const at = new Date(t.app.systemCtx.clock.now().getTime() + 90 * second).toISOString();
  await makePost(user.call, { isDraft: undefined, scheduledFor: at, platforms: [await makeTarget(user.call)] });
  const run = (): Promise<void> => later(100 * second);
  assert.deepEqual(await added('herald_publish_start_delay_seconds_sum', run), { 'platform="telegram"': 10 });
});

test('counts failed posts by platform and code', async () => {
  const body = { ok: false, error_code: 400, description: 'Bad Request: chat not found' };
  await t.sandbox.fault('telegram', 'response', { operation: 'sendMessage', status: 400, body });
  const failed = await added('herald_posts_failed_total', async () => {
    const { user, postId } = await publish('telegram');
    assert.equal((await readPost(user.call, postId)).status, 'failed');
  });
  assert.deepEqual(Object.values(failed), [1]);
  assert.match(Object.keys(failed)[0] ?? '', /^platform="telegram",code="\w+"$/);
});

test('counts a lost response as one doubt, settled by what the platform has', async () => {
  const settled = 'herald_publish_doubts_settled_total';
  await t.sandbox.fault('bluesky', 'lostResponse', { operation: 'createRecord' });
  const doubts = await added('herald_publish_doubts_total', async () => {
    const results = await added(settled, async () => {
      await publish('bluesky');
      await later(6 * second);
    });
    assert.deepEqual(results, { 'platform="bluesky",result="published"': 1 });
  });
  assert.deepEqual(doubts, { 'platform="bluesky"': 1 });
});

test('counts an absent post as one doubt and one answer, and the resend as an attempt', async () => {
  await t.sandbox.fault('bluesky', 'errorBefore', { operation: 'createRecord' });
  const absent = await added('herald_publish_doubts_settled_total', async () => {
    const attempts = await added('herald_publish_attempts_total', async () => {
      await publish('bluesky');
      await later(6 * second);
      await later(210 * second);
    });
    assert.deepEqual(attempts, { 'platform="bluesky"': 2 });
  });
  assert.deepEqual(absent, { 'platform="bluesky",result="absent"': 1 });
});

test('counts an outcome that stays unknown, and the retry that a client confirmed as another doubt', async () => {
  await t.sandbox.fault('telegram', 'lostResponse', { operation: 'sendMessage' });
  const doubts = await added('herald_publish_doubts_total', async () => {
    const results = await added('herald_publish_doubts_settled_total', async () => {
      const { user, postId } = await publish('telegram');
      await later(6 * second);
      await user.call('POST', `/v1/posts/${postId}/retry`, { body: { confirm: true } });
      await t.app.drain();
      assert.equal((await readPost(user.call, postId)).status, 'published');
    });
    assert.deepEqual(results, {
      'platform="telegram",result="unknown"': 1,
      'platform="telegram",result="confirmed"': 1,
    });
  });
  assert.deepEqual(doubts, { 'platform="telegram"': 2 });
});

test('counts deliveries by state and attempt, and disabled webhooks by reason', async () => {
  const [user, sink] = [await t.newUser(), await startSink()];
  const webhook = await makeWebhook(user.call, { url: sink.url });
  const disabled = await added('herald_webhooks_disabled_total', async () => {
    const attempts = await added('herald_webhook_deliveries_total', async () => {
      sink.respondWith = 500;
      await user.call('POST', `/v1/webhooks/${webhook.id}/test`);
      await t.app.drain();
      sink.respondWith = 200;
      await later(hour);
      sink.respondWith = 410;
      await user.call('POST', `/v1/webhooks/${webhook.id}/test`);
      await t.app.drain();
    });
    assert.deepEqual(attempts, {
      'state="retrying",attempt="1"': 1,
      'state="delivered",attempt="2"': 1,
      'state="failed",attempt="1"': 1,
    });
  });
  assert.deepEqual(disabled, { 'reason="gone"': 1 });
});

test('counts token refreshes by platform and result', async () => {
  const user = await t.newUser();
  await makeAccount(user.call, { platform: 'parrot', account: 'kea' });
  const refreshed = await added('herald_token_refreshes_total', () => later(0.9 * hour));
  assert.equal(refreshed['platform="parrot",result="refreshed"'], 1);
});

test('counts accounts that need to be connected again', async () => {
  await t.sandbox.fault('bluesky', 'tokenRevoked', { operation: 'createRecord' });
  const faults = await added('herald_account_faults_total', () => publish('bluesky'));
  assert.deepEqual(Object.values(faults), [1]);
  assert.match(Object.keys(faults)[0] ?? '', /^platform="bluesky",fault="\w+"$/);
});

test("counts refusals of the operator's app by platform", async () => {
  const body = { ok: false, error_code: 401, description: 'Unauthorized' };
  await t.sandbox.fault('telegram', 'response', { operation: 'sendMessage', status: 401, body });
  const problems = await added('herald_platform_app_problems_total', () => publish('telegram'));
  assert.deepEqual(problems, { 'platform="telegram"': 1 });
});

test('times calls by platform and status, with requests that got no answer', async () => {
  await t.sandbox.fault('telegram', 'lostResponse', { operation: 'sendMessage' });
  const calls = await added('herald_platform_call_duration_seconds_count', async () => {
    await publish('telegram');
    await publish('telegram');
  });
  assert.equal(calls['platform="telegram",status="noResponse"'], 1);
  assert.ok((calls['platform="telegram",status="200"'] ?? 0) > 0);
});

test('shows how many posts and deliveries wait', async () => {
  const [user, sink] = [await t.newUser(), await startSink()];
  const depths = async (): Promise<Record<string, number>> => samples('herald_queue_depth');
  await later(hour);
  assert.deepEqual(await depths(), { 'queue="posts"': 0, 'queue="deliveries"': 0 });
  const platforms = [await makeTarget(user.call), await makeTarget(user.call, 'bluesky')];
  const webhook = await makeWebhook(user.call, { url: sink.url, events: ['webhook.test'] });
  await makePost(user.call, { isDraft: undefined, publishNow: true, platforms });
  await makePost(user.call, { isDraft: undefined, scheduledFor: '2027-01-01T00:00:00Z', platforms });
  await user.call('POST', `/v1/webhooks/${webhook.id}/test`);
  assert.deepEqual(await depths(), { 'queue="posts"': 2, 'queue="deliveries"': 1 });
  await t.app.drain();
  assert.deepEqual(await depths(), { 'queue="posts"': 0, 'queue="deliveries"': 0 });
});

test('the tests above produce every metric but those of polling, which have their own', async () => {
  const names = [
    ...Object.values(counters).map(({ name }) => name),
    ...Object.values(gauges).map(({ name }) => name),
    ...Object.values(timers).map(({ name }) => `${name}_count`),
  ];
  const produced = names.filter((name) => !/^herald_(comments|messages)_polled_total$/.test(name));
  assert.equal(produced.length, names.length - 2);
  for (const name of produced) assert.ok(Object.keys(await samples(name)).length > 0, name);
});
