import assert from 'node:assert/strict';
import type { Statistics } from '../../../../sandbox/src/core/state/statistics.ts';
import type { Metrics, ReadFollowers, RemoteAccount } from '../../../src/platforms/adapter.ts';
import { publish } from '../drive.ts';
import { newAccount } from '../people.ts';
import type { PlatformFixture } from '../platform-fixture.ts';
import { edgeFor, isNamedWait, lostKinds, resetSeconds, type Check, type Suite } from './suite.ts';

export const analyticsSuite: Suite = (fixture, check) => {
  const { metrics, followers } = fixture.adapter;
  const { metrics: metricsCase, followers: followersCase } = fixture.platformCase;
  assert.equal(metrics === undefined, metricsCase === undefined, 'the description of metrics is missing');
  assert.equal(followers === undefined, followersCase === undefined, 'the description of followers is missing');
  if (metrics !== undefined && metricsCase !== undefined) metricsChecks(fixture, check, { metrics, metricsCase });
  if (followers !== undefined && followersCase !== undefined) {
    followersChecks(fixture, check, { followers, ...followersCase });
  }
};

type MetricsCase = NonNullable<PlatformFixture['platformCase']['metrics']>;
type Capability = { metrics: Metrics; metricsCase: MetricsCase };

const statistics: Statistics = {
  ...{ impressions: 1000, reach: 700, likes: 50, comments: 8, shares: 5, saves: 4, clicks: 3, views: 900 },
};

async function newAnalyticsAccount(
  fixture: PlatformFixture,
  facts: object | undefined,
  name = fixture.newName(),
): Promise<RemoteAccount> {
  if (facts !== undefined) await fixture.facts(name, facts);
  return await newAccount(fixture, name);
}

type Measured = { account: RemoteAccount; posts: { id: string; publishedAt: Date }[] };

async function publishMeasured(
  fixture: PlatformFixture,
  metricsCase: MetricsCase,
  { count = 1, name = fixture.newName() } = {},
): Promise<Measured> {
  const account = await newAnalyticsAccount(fixture, metricsCase.facts, name);
  const example = fixture.post(metricsCase.post);
  const posts: Measured['posts'] = [];
  for (let index = 1; index <= count; index += 1) {
    const { id } = await publish(fixture, account, { ...example, text: `${example.text} ${index}`.trim() });
    posts.push({ id, publishedAt: fixture.now() });
    await fixture.advance(60_000);
  }
  return { account, posts };
}

async function setMetrics({ adapter, sandbox }: PlatformFixture, post: string, values: Statistics): Promise<void> {
  await sandbox.control('POST', 'metrics', { platform: adapter.name, post, ...values });
}

const doubled = Object.fromEntries(Object.entries(statistics).map(([name, value]) => [name, value * 2])) as Statistics;

function metricsChecks(fixture: PlatformFixture, check: Check, { metrics, metricsCase }: Capability): void {
  const { operations, spareable = [], reported } = metricsCase;

  check(['metrics'], 'are read for several posts, and nothing for unknown ones', async () => {
    const { account, posts } = await publishMeasured(fixture, metricsCase, { count: 2 });
    const [first, second] = posts;
    assert.ok(first !== undefined && second !== undefined);
    await setMetrics(fixture, first.id, statistics);
    await setMetrics(fixture, second.id, doubled);
    const missing = { id: metricsCase.missing, publishedAt: fixture.now() };
    const byPostId = new Map();
    for (const part of chunks([...posts, missing], metrics.postsMax)) {
      const result = await metrics.read(fixture.as(account), part);
      assert.ok(result.kind === 'metrics', JSON.stringify(result));
      for (const [id, one] of result.byPostId) byPostId.set(id, one);
    }
    assert.deepEqual(
      byPostId,
      new Map([first, second].map(({ id }, at) => [id, reported(at === 0 ? statistics : doubled)])),
    );
  });

  check(['metrics'], 'of an old post are read too', async () => {
    const name = fixture.newName();
    const { posts } = await publishMeasured(fixture, metricsCase, { name });
    await fixture.advance(40 * 24 * 3_600_000);
    const reconnected = await newAnalyticsAccount(fixture, metricsCase.facts, name);
    const result = await metrics.read(fixture.as(reconnected), posts);
    assert.ok(result.kind === 'metrics', JSON.stringify(result));
    assert.equal(result.byPostId.size, 1);
  });

  for (const operation of operations) {
    for (const kind of lostKinds) {
      check(['metrics', kind], `without a response of ${operation} they can be requested again`, async () => {
        const { account, posts } = await publishMeasured(fixture, metricsCase);
        await fixture.fault(kind, operation);
        const result = await metrics.read(fixture.as(account, edgeFor(kind)), posts);
        assert.equal(result.kind, spareable.includes(operation) ? 'metrics' : 'notDone', JSON.stringify(result));
      });
    }
    refusedChecks(fixture, check, {
      capability: 'metrics',
      operation,
      prepare: () => publishMeasured(fixture, metricsCase),
      read: ({ account, posts }) => metrics.read(fixture.as(account), posts),
    });
  }
}

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  items.flatMap((_, at) => (at % size === 0 ? [items.slice(at, at + size)] : []));

type Followers = { followers: ReadFollowers; operation: string; facts?: object };

function followersChecks(fixture: PlatformFixture, check: Check, { followers, operation, facts }: Followers): void {
  const { adapter, sandbox } = fixture;
  const newFollowed = () => newAnalyticsAccount(fixture, facts);

  check(['followers'], 'are counted', async () => {
    const account = await newFollowed();
    for (const count of [0, 12_345]) {
      const target = { platform: adapter.name, account: account.providerAccountId };
      await sandbox.control('POST', 'followers', { ...target, count });
      assert.deepEqual(await followers(fixture.as(account)), { kind: 'followers', count });
    }
  });

  for (const kind of lostKinds) {
    check(['followers', kind], 'without a response they can be requested again', async () => {
      const account = await newFollowed();
      await fixture.fault(kind, operation);
      const result = await followers(fixture.as(account, edgeFor(kind)));
      assert.equal(result.kind, 'notDone', JSON.stringify(result));
    });
  }
  refusedChecks(fixture, check, {
    capability: 'followers',
    operation,
    prepare: newFollowed,
    read: (account) => followers(fixture.as(account)),
  });
}

type Refused<Prepared> = {
  capability: string;
  operation: string;
  prepare(): Promise<Prepared>;
  read(prepared: Prepared): Promise<{ kind: string; retryAfterMs?: number | undefined; cause?: string }>;
};

function refusedChecks<Prepared>(fixture: PlatformFixture, check: Check, refused: Refused<Prepared>): void {
  const { capability, operation, prepare, read } = refused;

  check([capability, 'rateLimit'], `a refusal of ${operation} returns the wait`, async () => {
    const prepared = await prepare();
    await fixture.fault('rateLimit', operation, { value: resetSeconds });
    const result = await read(prepared);
    assert.equal(result.kind, 'rateLimited', JSON.stringify(result));
    assert.ok(isNamedWait(fixture, result.retryAfterMs), JSON.stringify(result));
  });

  for (const [kind, cause] of Object.entries(fixture.platformCase.tokens)) {
    check([capability, kind], `a token that ${operation} refuses disconnects the account`, async () => {
      const prepared = await prepare();
      await fixture.fault(kind, operation);
      const result = await read(prepared);
      assert.equal(cause === 'appProblem' ? result.kind : result.cause, cause, JSON.stringify(result));
    });
  }
}
