import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPool } from '../../test/database.ts';
import { startTestApp } from '../../test/harness.ts';
import { makeProfile } from '../../test/factories.ts';
import { deleteUser } from '../domain/users/delete-user.ts';
import { countedStatuses } from '../domain/plans/counted.ts';
import { seededRandom } from '../kernel/crypto/random.ts';

const t = await startTestApp();
// The counts must not depend on the connection's time zone.
const db = openPool(`${t.databaseUrl}?options=-c%20timezone%3DPacific/Auckland`);
after(() => db.end());

const random = seededRandom('owner counts');
const below = (limit: number): number => Buffer.from(random.bytes(4)).readUInt32BE() % limit;
const oneOf = <Value>(values: readonly [Value, ...Value[]]): Value => values[below(values.length)] ?? values[0];

const statuses = ['draft', 'scheduled', 'pending', 'publishing', 'published', 'failed', 'canceled'] as const;
const times = [
  '2026-02-28T23:59:59.999Z',
  '2026-03-01T00:00:00Z',
  '2026-03-01T01:30:00+02:00',
  '2026-03-31T23:30:00-01:00',
  '2026-03-31T23:59:59.999Z',
] as const;
const time = (): string | null => oneOf([null, ...times]);

let created = 0;
const newIds = (count: number): string[] => Array.from({ length: count }, () => `row_${(created += 1)}`);

type Fixture = { ownerId: string; profileIds: readonly [string, string] };
type Change = (fixture: Fixture) => readonly [text: string, values: unknown[]];

// Herald, too, changes targets under the lock of their post.
const anyPost = `(SELECT id FROM posts WHERE owner_id = $1 ORDER BY md5(id || $2) LIMIT 1 FOR UPDATE)`;
const stage = (status: string): string => `CASE WHEN ${status}::text = 'publishing' THEN 'claimed' END`;
const changes: readonly [Change, ...Change[]] = [
  ({ ownerId }) => [
    `INSERT INTO posts (id, owner_id, title, content, status, scheduled_for, timezone, media, tags, hashtags, mentions,
                        late_minutes_max, late_otherwise, profile_ids, accepted_at, created_at, updated_at)
     SELECT id, $1, '', '', 'draft', $3::timestamptz, 'UTC', '[]', '{}', '{}', '{}', 0, 'hold', '{}', $4::timestamptz,
            $5::timestamptz, $5::timestamptz FROM unnest($2::text[]) AS id`,
    [ownerId, newIds(1 + below(3)), time(), time(), oneOf(times)],
  ],
  ({ ownerId }) => [
    `INSERT INTO post_targets (owner_id, post_id, account_id, platform, profile_id, position, status, stage,
                               platform_post_id, due_at, created_at)
     SELECT $1, p.id, account_id, 'telegram', 'prf_1', 0, $4, ${stage('$4')}, account_id, '2026-03-02T00:00:00Z',
            '2026-03-02T00:00:00Z'
       FROM posts p, unnest($3::text[]) AS account_id WHERE p.id = ${anyPost}`,
    [ownerId, String(below(1000)), newIds(1 + below(2)), oneOf(statuses)],
  ],
  ({ ownerId }) => [
    `UPDATE post_targets SET status = $3, stage = ${stage('$3')} WHERE post_id = ${anyPost}`,
    [ownerId, String(below(1000)), oneOf(statuses)],
  ],
  ({ ownerId }) => [
    `UPDATE posts SET scheduled_for = $3, accepted_at = $4 WHERE id = ${anyPost}`,
    [ownerId, String(below(1000)), time(), time()],
  ],
  ({ ownerId }) => [`DELETE FROM posts WHERE id = ${anyPost}`, [ownerId, String(below(1000))]],
  ({ ownerId }) => [
    `DELETE FROM post_targets WHERE post_id = ${anyPost} AND md5(account_id) < '8'`,
    [ownerId, String(below(1000))],
  ],
  ({ ownerId, profileIds }) => [
    `INSERT INTO contacts (owner_id, profile_id, id, name, tags, is_subscribed, is_blocked, source, folded_texts, lower_tags,
                           created_at, updated_at)
     SELECT $1, ($2::text[])[1 + length(id) % 2], id, 'N', '{}', true, false, 'api', '{}', '{}', '2026-03-02T00:00:00Z',
            '2026-03-02T00:00:00Z' FROM unnest($3::text[]) AS id`,
    [ownerId, [...profileIds], newIds(1 + below(20))],
  ],
  ({ ownerId }) => [`DELETE FROM contacts WHERE owner_id = $1 AND md5(id || $2) < '4'`, [ownerId, String(below(1000))]],
  ({ ownerId }) => [
    `INSERT INTO media (key, owner_id, kind, filename, content_type, type, size_bytes, status, created_at, expires_at)
     SELECT key, $1, 'direct', 'a', 'image/jpeg', 'image', $3, 'pending', '2026-03-02T00:00:00Z', '2026-03-02T00:00:00Z'
       FROM unnest($2::text[]) AS key`,
    [ownerId, newIds(1 + below(3)), oneOf([null, 0, below(5_000_000_000)])],
  ],
  ({ ownerId }) => [
    `UPDATE media SET size_bytes = $3 WHERE owner_id = $1 AND md5(key || $2) < '8'`,
    [ownerId, String(below(1000)), oneOf([null, below(5_000_000_000)])],
  ],
  ({ ownerId }) => [`DELETE FROM media WHERE owner_id = $1 AND md5(key || $2) < '4'`, [ownerId, String(below(1000))]],
];

async function makeFixture(): Promise<Fixture> {
  const { call, ownerId } = await t.newUser();
  return { ownerId, profileIds: [(await makeProfile(call))._id, (await makeProfile(call, { name: 'Other' }))._id] };
}

async function compare(): Promise<void> {
  const plain = await t.sql(
    `SELECT t.owner_id, 'posts' AS kind,
            to_char(coalesce(p.scheduled_for, p.accepted_at, p.created_at) AT TIME ZONE 'UTC', 'YYYY-MM') AS part,
            count(*)::text AS amount
       FROM post_targets t JOIN posts p ON p.id = t.post_id WHERE t.status = ANY($1) GROUP BY 1, 3
     UNION ALL
     SELECT owner_id, 'contacts', profile_id, count(*)::text FROM contacts GROUP BY 1, 3
     UNION ALL
     SELECT owner_id, 'media_bytes', '', sum(size_bytes)::text FROM media GROUP BY 1 HAVING sum(size_bytes) > 0
     ORDER BY 1, 2, 3`,
    [countedStatuses],
  );
  const counted = await t.sql(
    `SELECT owner_id, kind, part, sum(amount)::text AS amount FROM owner_counts
      GROUP BY 1, 2, 3 HAVING sum(amount) <> 0 ORDER BY 1, 2, 3`,
  );
  assert.deepEqual(counted, plain);
  assert.ok(plain.length >= 3, 'there is something to compare');
}

test('counts equal the rows after random changes, some of them rolled back', async () => {
  const fixtures = [await makeFixture(), await makeFixture()] as const;
  for (let step = 0; step < 300; step += 1) {
    const client = await db.connect();
    try {
      await client.query('BEGIN');
      for (let left = 1 + below(3); left > 0; left -= 1) await client.query(...oneOf(changes)(oneOf(fixtures)));
      await client.query(below(5) === 0 ? 'ROLLBACK' : 'COMMIT');
    } finally {
      client.release();
    }
    if (step % 50 === 49) await compare();
  }
});

test('counts equal the rows after changes at the same time', async () => {
  const fixture = await makeFixture();
  const connection = async (): Promise<void> => {
    for (let step = 0; step < 60; step += 1) {
      // Either a deadlock between changes of several rows or a post that was deleted meanwhile; neither has an effect.
      const isExpected = ({ code = '' }): void => assert.ok(['40P01', '23503'].includes(code), code);
      await db.query(...oneOf(changes)(fixture)).catch(isExpected);
    }
  };
  await Promise.all(Array.from({ length: 8 }, connection));
  await compare();
});

test('a deleted profile leaves no contacts, and a deleted user no counts', async () => {
  const fixture = await makeFixture();
  for (let step = 0; step < 100; step += 1) await db.query(...oneOf(changes)(fixture));
  await t.sql('DELETE FROM profiles WHERE id = $1', [fixture.profileIds[0]]);
  await compare();
  const left = () => t.sql('SELECT 1 FROM owner_counts WHERE owner_id = $1', [fixture.ownerId]);
  assert.notDeepEqual(await left(), []);
  await t.sql('DELETE FROM users WHERE id = $1', [fixture.ownerId]);
  assert.deepEqual(await left(), []);
  const user = await makeFixture();
  for (let step = 0; step < 100; step += 1) await db.query(...oneOf(changes)(user));
  await t.sql(`UPDATE post_targets SET status = 'failed', stage = NULL WHERE owner_id = $1 AND status = 'publishing'`, [
    user.ownerId,
  ]);
  await t.sql('DELETE FROM media WHERE owner_id = $1', [user.ownerId]);
  await deleteUser(t.app.systemCtx, user.ownerId, () => undefined);
  assert.deepEqual(await t.sql('SELECT 1 FROM owner_counts WHERE owner_id = $1', [user.ownerId]), []);
  await compare();
});
