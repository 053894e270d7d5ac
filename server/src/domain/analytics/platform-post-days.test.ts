import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { openPool } from '../../../test/database.ts';
import { startTestApp } from '../../../test/harness.ts';
import { metricNames } from '../../db/analytics-rows.ts';
import { seededRandom } from '../../kernel/crypto/random.ts';

const t = await startTestApp();
// The days must not depend on the connection's time zone.
const db = openPool(`${t.databaseUrl}?options=-c%20timezone%3DAmerica/Los_Angeles`);
after(() => db.end());

const random = seededRandom('days of posts');
const below = (limit: number): number => Buffer.from(random.bytes(4)).readUInt32BE() % limit;
const oneOf = <Value>(values: readonly [Value, ...Value[]]): Value => values[below(values.length)] ?? values[0];
const times = [
  '2026-02-28T23:59:59.999Z',
  '2026-03-01T00:00:00Z',
  '2026-03-01T00:59:59.999999Z',
  '2026-03-01T01:00:00+02:00',
  '2026-03-08T02:30:00-08:00',
] as const;

let created = 0;
const newIds = (count: number): string[] => Array.from({ length: count }, () => `post_${(created += 1)}`);
const counts = (): number[] => metricNames.map(() => below(1_000_000_000));

type Change = (ownerId: string) => readonly [text: string, values: unknown[]];

const columns = metricNames.join(', ');
const numbers = metricNames.map((_name, index) => `($4::bigint[])[${index + 1}]`).join(', ');
const isPicked = `md5(platform_post_id || $2) < '4'`;
const changes: readonly [Change, ...Change[]] = [
  (ownerId) => [
    `INSERT INTO platform_posts (owner_id, account_id, platform_post_id, published_at, ${columns}, measured_at)
     SELECT $1, $1 || length(id) % 2, id, $3::timestamptz, ${numbers}, $5::timestamptz FROM unnest($2::text[]) AS id
     ON CONFLICT (account_id, platform_post_id) DO NOTHING`,
    [ownerId, newIds(1 + below(4)), oneOf(times), counts(), oneOf([null, times[0]])],
  ],
  (ownerId) => [
    `WITH own AS (
       INSERT INTO posts (id, owner_id, title, content, status, timezone, media, tags, hashtags, mentions, late_minutes_max,
                          late_otherwise, profile_ids, created_at, updated_at)
       VALUES ($2 || $1, $1, '', '', 'published', 'UTC', '[]', '{}', '{}', '{}', 0, 'hold', '{}', $3, $3)
       RETURNING id)
     INSERT INTO platform_posts (owner_id, account_id, platform_post_id, post_id, published_at)
     SELECT $1, $1 || number, coalesce($4, id), id, $3 FROM own, unnest($5::text[]) AS number
     ON CONFLICT (account_id, platform_post_id) DO UPDATE SET post_id = excluded.post_id`,
    [ownerId, newIds(1)[0], oneOf(times), oneOf([null, `post_${1 + below(created)}`]), oneOf([['0'], ['0', '1']])],
  ],
  (ownerId) => [
    `UPDATE platform_posts SET (${columns}) = ROW(${numbers}), measured_at = $3 WHERE owner_id = $1 AND ${isPicked}`,
    [ownerId, String(below(1000)), oneOf(times), counts()],
  ],
  (ownerId) => [
    `UPDATE platform_posts SET metrics_due_at = $3 WHERE owner_id = $1 AND ${isPicked}`,
    [ownerId, String(below(1000)), oneOf(times)],
  ],
  (ownerId) => [
    `UPDATE platform_posts SET published_at = $3 WHERE owner_id = $1 AND ${isPicked}`,
    [ownerId, String(below(1000)), oneOf(times)],
  ],
  (ownerId) => [`DELETE FROM platform_posts WHERE owner_id = $1 AND ${isPicked}`, [ownerId, String(below(1000))]],
  (ownerId) => [`DELETE FROM posts WHERE owner_id = $1 AND md5(id || $2) < '3'`, [ownerId, String(below(1000))]],
];

type Slot = { hour: number; posts: string; engagement: string };

const daysOf = `
  SELECT owner_id, account_id, date::text, is_external, post_count, ${metricNames.map((name) => `${name}::text`).join(', ')},
         hour_post_counts, hour_engagements::text[] FROM platform_post_days WHERE post_count <> 0 ORDER BY 2, 3, 4`;

async function compare(): Promise<void> {
  const plain = await t.sql<{ slots: Slot[] }>(
    `SELECT owner_id, account_id, date::text, is_external, sum(post_count)::int AS post_count,
            ${metricNames.map((name) => `sum(${name})::text AS ${name}`).join(', ')},
            json_agg(json_build_object('hour', hour, 'posts', posts, 'engagement', engagement::text)) AS slots
       FROM (SELECT owner_id, account_id, (published_at AT TIME ZONE 'UTC')::date AS date, post_id IS NULL AS is_external,
                    extract(hour FROM published_at AT TIME ZONE 'UTC') AS hour, count(*) AS post_count,
                    ${metricNames.map((name) => `sum(${name}) AS ${name}`).join(', ')}, count(measured_at) AS posts,
                    coalesce(sum(likes + comments + shares + saves) FILTER (WHERE measured_at IS NOT NULL), 0) AS engagement
               FROM platform_posts GROUP BY 1, 2, 3, 4, 5) AS of_hour
      GROUP BY 1, 2, 3, 4 ORDER BY 2, 3, 4`,
  );
  const expected = plain.map(({ slots, ...day }) => {
    const hours = Array.from({ length: 24 }, (_, hour) => slots.find((slot) => slot.hour === hour));
    const hourPostCounts = hours.map((slot) => slot?.posts ?? 0);
    return { ...day, hour_post_counts: hourPostCounts, hour_engagements: hours.map((slot) => slot?.engagement ?? '0') };
  });
  assert.ok(expected.length > 3, 'there is something to compare');
  assert.deepEqual(await t.sql(daysOf), expected);
}

test('days equal the sums of the posts after random changes, some of them rolled back', async () => {
  const { ownerId } = await t.newUser();
  for (let step = 0; step < 120; step += 1) {
    const client = await db.connect();
    try {
      await client.query('BEGIN');
      for (let left = 1 + below(3); left > 0; left -= 1) await client.query(...oneOf(changes)(ownerId));
      await client.query(below(5) === 0 ? 'ROLLBACK' : 'COMMIT');
    } finally {
      client.release();
    }
    if (step % 40 === 39) await compare();
  }
});

test('days equal the sums of the posts after changes at the same time', async () => {
  const { ownerId } = await t.newUser();
  const connection = async (): Promise<void> => {
    for (let step = 0; step < 30; step += 1) {
      // Statements that change several posts lock them in different orders.
      const isDeadlock = ({ code }: { code?: string }): void => assert.equal(code, '40P01');
      await db.query(...oneOf(changes)(ownerId)).catch(isDeadlock);
    }
  };
  await Promise.all(Array.from({ length: 6 }, connection));
  await compare();
});

test('the upgrade computes the same days', async () => {
  await compare();
  const before = await t.sql(daysOf);
  const text = readFileSync(new URL('../../db/migrations/0033-platform-post-days.sql', import.meta.url), 'utf8');
  await t.sql('DELETE FROM platform_post_days');
  await t.sql(text.slice(text.indexOf('INSERT INTO platform_post_days\n')));
  assert.deepEqual(await t.sql(daysOf), before);
});

test('nothing is left of a deleted user', async () => {
  const { ownerId } = await t.newUser();
  for (let step = 0; step < 40; step += 1) await db.query(...oneOf(changes)(ownerId));
  const left = () => t.sql('SELECT 1 FROM platform_post_days WHERE owner_id = $1', [ownerId]);
  assert.notDeepEqual(await left(), []);
  await t.sql('DELETE FROM users WHERE id = $1', [ownerId]);
  assert.deepEqual(await left(), []);
  await compare();
});
