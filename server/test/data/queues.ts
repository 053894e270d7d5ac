import assert from 'node:assert/strict';
import { defaultProfile } from '../factories.ts';
import type { Call, TestApp, TestUser } from '../harness.ts';

type TestQueue = { _id: string; profileId: string; name: string; timezone: string } & Record<string, unknown>;

/** The test clock starts on a Monday at nine UTC. */
export const twiceAWeek = [
  { dayOfWeek: 1, time: '09:00' },
  { dayOfWeek: 4, time: '09:00' },
];

export const eightADay = [0, 1, 2, 3, 4, 5, 6].flatMap((dayOfWeek) =>
  [0, 3, 6, 9, 12, 15, 18, 21].map((hour) => ({ dayOfWeek, time: `${String(hour).padStart(2, '0')}:00` })),
);

export async function makeQueue(call: Call, fields: Record<string, unknown> = {}): Promise<TestQueue> {
  const profileId = fields['profileId'] ?? (await defaultProfile(call))._id;
  const body = { timezone: 'UTC', slots: twiceAWeek, ...fields, profileId };
  const response = await call('POST', '/v1/queue/slots', { body });
  assert.equal(response.status, 201, response.text);
  return response.body.schedule;
}

let count = 0;

export async function placePosts(
  t: TestApp,
  user: TestUser,
  placed: { queueId: string; at: readonly string[]; status?: string },
): Promise<string[]> {
  const ids = placed.at.map(() => `pst_placed${String((count += 1)).padStart(18, '0')}`);
  await t.sql(
    `INSERT INTO posts (id, owner_id, title, content, status, scheduled_for, timezone, queue_id, media, tags, hashtags,
                        mentions, late_minutes_max, late_otherwise, profile_ids, created_at, updated_at)
     SELECT p.id, $1, '', 'text', $2, p.at, 'UTC', $3, '[]', '{}', '{}', '{}', 1440, 'hold', '{}', herald_now(),
            herald_now()
       FROM unnest($4::text[], $5::timestamptz[]) AS p (id, at)`,
    [user.ownerId, placed.status ?? 'scheduled', placed.queueId, ids, placed.at],
  );
  await t.sql(
    `INSERT INTO post_targets (owner_id, post_id, account_id, platform, profile_id, position, status, due_at, created_at)
     SELECT owner_id, id, 'acc_placed', 'telegram', 'prf_placed', 0, 'scheduled', scheduled_for, created_at
       FROM posts WHERE id = ANY($1) AND status = 'scheduled'`,
    [ids],
  );
  return ids;
}
