import assert from 'node:assert/strict';
import { seededRandom } from '../../src/kernel/crypto/random.ts';
import { metricNames } from '../../src/db/analytics-rows.ts';
import { completeCounts, countsFrom, zeroCounts } from '../../src/domain/analytics/metrics.ts';
import type { PlatformAdapter, PostMetrics } from '../../src/platforms/adapter.ts';
import {
  expectedNumbers,
  expectedOverview,
  expectedPublishDays,
  expectedReceivedDays,
  expectedSlots,
  expectedTimeline,
  type ModelPost,
} from './analytics-model.ts';
import { parrot } from '../example/adapter/index.ts';
import { startTestApp, type TestApp, type TestUser } from '../harness.ts';
import { makePost, makeTarget } from './posts.ts';

const hourMs = 3_600_000;
const platformNames = ['parrot', 'kea'] as const;

/** Posts that are missing here are unknown to the platforms. */
const reported = new Map<string, PostMetrics>();

const metrics: NonNullable<PlatformAdapter['metrics']> = {
  postsMax: 2,
  read: async (_call, posts) => {
    const entries = posts.flatMap(({ id }) => {
      const one = reported.get(id);
      return one === undefined ? [] : [[id, one] as const];
    });
    return { kind: 'metrics', byPostId: new Map(entries) };
  },
};
const examples = platformNames.map((name): PlatformAdapter => ({ ...parrot, aliases: [], name, label: name, metrics }));

type History = { profileId: string; accounts: { id: string; platform: string }[]; posts: ModelPost[] };

/**
 * Compares every read of analytics with the model for random histories: metrics grow, shrink, arrive late and
 * disappear, and posts are deleted.
 */
export async function compareHistories({ count, seed }: { count: number; seed: string }): Promise<void> {
  const t = await startTestApp({ sandbox: true, examples });
  const user = await t.newUser();
  const random = seededRandom(seed);
  const below = (limit: number): number => Buffer.from(random.bytes(4)).readUInt32BE() % limit;
  const template = await publishTemplate(t, user);
  const histories = await makeHistories(t, { count, template, below });
  for (let step = 0; step < 8; step += 1) {
    await t.advance((1 + below(40)) * hourMs + below(hourMs));
    const now = await nowOf(t);
    for (const history of histories) await changeHistory(t, { history, template, below, now });
    // Only some, because posts are due at different times.
    await t.sql(
      `UPDATE platform_posts SET metrics_due_at =
         CASE WHEN hashtext(platform_post_id || $1) & 3 > 0 THEN herald_now() ELSE 'infinity' END`,
      [String(step)],
    );
    const due = await t.sql<{ id: string }>(
      `SELECT platform_post_id AS id FROM platform_posts WHERE metrics_due_at <= herald_now()`,
    );
    const dueIds = new Set(due.map(({ id }) => id));
    await t.app.drain();
    for (const post of histories.flatMap(({ posts }) => posts)) {
      const counts = reported.get(post.platformPostId);
      if (post.isDeleted || counts === undefined || !dueIds.has(post.platformPostId)) continue;
      const before = post.readings.at(-1)?.counts ?? zeroCounts;
      post.readings.push({ at: now, counts: completeCounts(counts, before) });
    }
  }
  for (const history of histories) await compare(user, { history, below, seed });
}

async function nowOf(t: TestApp): Promise<Date> {
  const [row] = await t.sql<{ at: Date }>('SELECT at FROM test_clock');
  assert.ok(row);
  return row.at;
}

type Template = { postId: string; accountId: string; profileId: string };

/** Its rows are copied, because publishing thousands of posts would take too long. */
async function publishTemplate(t: TestApp, user: TestUser): Promise<Template> {
  const target = await makeTarget(user.call, 'parrot', 'template');
  const { _id: postId } = await makePost(user.call, { platforms: [target], isDraft: false, publishNow: true });
  await t.app.drain();
  const [account] = await t.sql<{ id: string }>('SELECT profile_id AS id FROM accounts WHERE id = $1', [
    target.accountId,
  ]);
  await t.sql('DELETE FROM platform_posts');
  return { postId, accountId: target.accountId, profileId: account?.id ?? '' };
}

type Making = { count: number; template: Template; below(limit: number): number };

async function makeHistories(t: TestApp, { count, template, below }: Making): Promise<History[]> {
  const histories: History[] = [];
  for (let index = 0; index < count; index += 1) {
    const profileId = idOf('prf', index);
    await copyRow(t, 'profiles', template.profileId, { id: profileId, slug: `p${index}`, is_default: false });
    const accounts = [];
    for (const platform of platformNames.slice(0, 1 + below(2))) {
      const id = idOf('acc', index * 2 + accounts.length);
      const facts = { profile_id: profileId, platform, provider_account_id: id };
      const times = {
        refresh_at: null,
        token_expires_at: null,
        followers_due_at: null,
        comments_poll_at: null,
        inbox_poll_at: null,
        external_posts_due_at: null,
      };
      await copyRow(t, 'accounts', template.accountId, { id, ...facts, tokens_sealed: null, ...times });
      accounts.push({ id, platform });
    }
    histories.push({ profileId, accounts, posts: [] });
  }
  return histories;
}

const idOf = (prefix: string, index: number): string => `${prefix}_${String(index).padStart(24, '0')}`;

async function copyRow(t: TestApp, table: string, id: string, changes: object): Promise<void> {
  await t.sql(`INSERT INTO ${table} SELECT (jsonb_populate_record(r, $2::jsonb)).* FROM ${table} r WHERE id = $1`, [
    id,
    JSON.stringify(changes),
  ]);
}

type Changing = { history: History; template: Template; below(limit: number): number; now: Date };

let postCount = 0;

async function changeHistory(t: TestApp, { history, template, below, now }: Changing): Promise<void> {
  if (below(3) > 0) await addPost(t, { history, template, below, now });
  for (const post of history.posts) reported.set(post.platformPostId, grow(reported.get(post.platformPostId), below));
  const [unlucky] = history.posts.filter(({ isDeleted }) => !isDeleted && below(12) === 0);
  if (unlucky === undefined) return;
  if (below(2) === 0) return void reported.delete(unlucky.platformPostId);
  if (unlucky.isExternal) await t.sql('DELETE FROM platform_posts WHERE platform_post_id = $1', [unlucky.postId]);
  else await t.sql('DELETE FROM posts WHERE id = $1', [unlucky.postId]);
  for (const post of history.posts) post.isDeleted ||= post.postId === unlucky.postId;
}

/** Published up to four days ago, as if Herald had not been able to read its metrics. */
async function addPost(t: TestApp, { history, template, below, now }: Changing): Promise<void> {
  const postId = idOf('pst', (postCount += 1));
  const publishedAt = new Date(now.getTime() - (below(3) === 0 ? below(4 * 24) * hourMs : below(hourMs)));
  if (below(3) === 0) return await addExternalPost(t, { history, template, publishedAt });
  await copyRow(t, 'posts', template.postId, { id: postId, profile_ids: [history.profileId] });
  for (const { id: accountId, platform } of history.accounts.slice(0, 1 + below(history.accounts.length))) {
    const platformPostId = `${postId}-${platform}`;
    const target = { post_id: postId, account_id: accountId, live_account_id: accountId, platform };
    await t.sql(
      `INSERT INTO post_targets SELECT (jsonb_populate_record(r, $2::jsonb)).* FROM post_targets r WHERE post_id = $1`,
      [template.postId, JSON.stringify({ ...target, platform_post_id: platformPostId, content_hash: null })],
    );
    await t.sql(
      `INSERT INTO platform_posts (owner_id, account_id, platform_post_id, post_id, published_at)
       SELECT owner_id, $1, $2, $3, $4 FROM posts WHERE id = $3`,
      [accountId, platformPostId, postId, publishedAt],
    );
    history.posts.push({
      ...{
        postId,
        isExternal: false,
        accountId,
        platform,
        platformPostId,
        publishedAt,
        isDeleted: false,
        readings: [],
      },
    });
  }
}

type ExternalPost = Pick<Changing, 'history' | 'template'> & { publishedAt: Date };

async function addExternalPost(t: TestApp, { history, template, publishedAt }: ExternalPost): Promise<void> {
  const [account] = history.accounts;
  assert.ok(account);
  const { id: accountId, platform } = account;
  const platformPostId = `external-${(postCount += 1)}`;
  await t.sql(
    `INSERT INTO platform_posts (owner_id, account_id, platform_post_id, published_at)
     SELECT owner_id, $1, $2, $3 FROM posts WHERE id = $4`,
    [accountId, platformPostId, publishedAt, template.postId],
  );
  await t.sql(
    `INSERT INTO external_posts (account_id, platform_post_id, content, media) VALUES ($1, $2, 'By hand', '[]')`,
    [accountId, platformPostId],
  );
  const ids = { postId: platformPostId, platformPostId, accountId, platform };
  history.posts.push({ ...ids, isExternal: true, publishedAt, isDeleted: false, readings: [] });
}

function grow(before: PostMetrics | undefined, below: (limit: number) => number): PostMetrics {
  const entries = metricNames.flatMap((name) => {
    if (below(8) === 0) return [];
    const change = below(5) === 0 ? -below(20) : below(30);
    return [[name, Math.max(0, (before?.[name] ?? 0) + change)] as const];
  });
  return Object.fromEntries(entries);
}

async function compare(
  { call }: TestUser,
  { history, below, seed }: { history: History; below(limit: number): number; seed: string },
): Promise<void> {
  const { profileId } = history;
  const source = (['all', 'postzen', 'external'] as const)[below(3)] ?? 'all';
  const posts = history.posts.filter(({ isExternal }) => source === 'all' || isExternal === (source === 'external'));
  const day = (offset: number): string =>
    new Date(Date.parse('2026-03-01') + offset * 24 * hourMs).toISOString().slice(0, 10);
  const from = below(12);
  const period = { from: day(from), to: day(from + below(20)) };
  const get = async (path: string): Promise<any> => {
    const response = await call('GET', path);
    assert.equal(response.status, 200, response.text);
    return response.body;
  };
  const about = `seed ${seed}, profile ${profileId}, source ${source}`;
  const query = `profileId=${profileId}&source=${source}&fromDate=${period.from}&toDate=${period.to}`;
  const list = await get(`/v1/analytics?${query}`);
  assert.deepEqual(list.overview, expectedOverview(posts, period), about);
  const numbers = list.posts.map((post: any) => [post.postId, countsFrom((name) => post.analytics[name])]);
  assert.deepEqual(new Map(numbers), expectedNumbers(posts, period), about);
  const daily = `/v1/analytics/daily-metrics?${query}`;
  assert.deepEqual(await get(daily), expectedPublishDays(posts, period), about);
  assert.deepEqual(await get(`${daily}&attribution=received`), expectedReceivedDays(posts, period), about);
  assert.deepEqual(
    (await get(`/v1/analytics/best-time?profileId=${profileId}&source=${source}`)).slots,
    expectedSlots(posts),
    about,
  );
  const post = posts.find(({ isDeleted }) => !isDeleted);
  if (post === undefined) return;
  const timelineQuery = `postId=${post.postId}&fromDate=${period.from}&toDate=${period.to}`;
  const { timeline } = await get(`/v1/analytics/post-timeline?${timelineQuery}`);
  assert.deepEqual(timeline, expectedTimeline(posts, post.postId, period), about);
}
