import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeProfile } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import { seededRandom } from '../../kernel/crypto/random.ts';

const t = await startTestApp();
const random = seededRandom('tags of contacts');
const below = (limit: number): number => Buffer.from(random.bytes(4)).readUInt32BE() % limit;
const spellings = ['VIP', 'vip', 'Vip', 'Early', 'early', 'Größe', 'ß', ''];

let created = 0;
const newIds = (count: number): string[] => Array.from({ length: count }, () => `contact_${(created += 1)}`);
const tags = (): string[] => spellings.filter(() => below(3) === 0);
const lower = (all: readonly string[]): string[] => all.map((tag) => tag.toLowerCase());

async function change(ownerId: string, profileIds: readonly string[]): Promise<void> {
  const [all, picked] = [tags(), String(below(1000))];
  const isPicked = `owner_id = $1 AND md5(id || $2) < '4'`;
  const changes = [
    () =>
      t.sql(
        `INSERT INTO contacts (owner_id, profile_id, id, name, tags, is_subscribed, is_blocked, source, folded_texts,
                               lower_tags, created_at, updated_at)
         SELECT $1, ($2::text[])[1 + length(id) % 2], id, 'N', $4, true, false, 'api', '{N,"",""}', $5,
                '2026-03-02T00:00:00Z', '2026-03-02T00:00:00Z' FROM unnest($3::text[]) AS id`,
        [ownerId, profileIds, newIds(1 + below(5)), all, lower(all)],
      ),
    () => t.sql(`UPDATE contacts SET tags = $3, lower_tags = $4 WHERE ${isPicked}`, [ownerId, picked, all, lower(all)]),
    () => t.sql(`UPDATE contacts SET name = 'M' WHERE ${isPicked}`, [ownerId, picked]),
    () => t.sql(`DELETE FROM contacts WHERE ${isPicked}`, [ownerId, picked]),
  ];
  // Statements that change several contacts lock them in different orders, so PostgreSQL may abort one in a deadlock.
  await changes[below(changes.length)]?.().catch((error: { code?: string }) => assert.equal(error.code, '40P01'));
}

const stored =
  'SELECT owner_id, profile_id, lower_tag, tag, contact_count AS count FROM contact_tags ORDER BY 1, 2, 3, 4';

async function compare(): Promise<void> {
  const plain = await t.sql(
    `SELECT owner_id, profile_id, lower_tag, tag, count(*)::int AS count
       FROM contacts, unnest(lower_tags, tags) AS one (lower_tag, tag) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
  );
  assert.ok(plain.length > 3, 'there is something to compare');
  assert.deepEqual(await t.sql(stored), plain);
}

test('tags equal those of the contacts after random changes, also at the same time', async () => {
  const { call, ownerId } = await t.newUser();
  const profileIds = [(await makeProfile(call))._id, (await makeProfile(call, { name: 'Other' }))._id];
  for (let step = 0; step < 60; step += 1) {
    await change(ownerId, profileIds);
    if (step % 20 === 19) await compare();
  }
  const connection = async (): Promise<void> => {
    for (let step = 0; step < 20; step += 1) await change(ownerId, profileIds);
  };
  await Promise.all(Array.from({ length: 6 }, connection));
  await compare();
  const { body } = await call('GET', `/v1/contacts?profileId=${profileIds[0]}&limit=1`);
  const [row] = await t.sql<{ count: number }>('SELECT count(*)::int FROM contacts WHERE profile_id = $1', [
    profileIds[0],
  ]);
  assert.equal(body.pagination.total, row?.count);
});

test('the upgrade collects the same tags, and a deleted profile or user leaves none', async () => {
  const { call, ownerId } = await t.newUser();
  const profileIds = [(await makeProfile(call))._id, (await makeProfile(call, { name: 'Other' }))._id];
  for (let step = 0; step < 20; step += 1) await change(ownerId, profileIds);
  const before = await t.sql(stored);
  const text = readFileSync(new URL('../../db/migrations/0034-tags-of-contacts.sql', import.meta.url), 'utf8');
  await t.sql('DELETE FROM contact_tags');
  await t.sql(text.slice(text.indexOf('INSERT INTO contact_tags (owner_id')));
  assert.deepEqual(await t.sql(stored), before);
  await t.sql('DELETE FROM profiles WHERE id = $1', [profileIds[0]]);
  await compare();
  await t.sql('DELETE FROM users WHERE id = $1', [ownerId]);
  assert.deepEqual(await t.sql('SELECT 1 FROM contact_tags WHERE owner_id = $1', [ownerId]), []);
});
