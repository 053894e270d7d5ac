import type pg from 'pg';
import { benchAccount } from '../stage.ts';

type Pile = {
  ownerId: string;
  count: number;
  /** SQL for post `n`. */
  scheduledFor: string;
  /** SQL; posts have no targets without it. */
  accountOf?: string;
  queueId?: string;
  platform?: string;
};

// Of a fixed length, like Herald's, so that they sort by number within an account.
const idOf = `'pst_' || $3 || lpad(n::text, 7, '0')`;

export async function pileUpPosts(db: pg.Client, pile: Pile): Promise<void> {
  const { ownerId, count, scheduledFor, accountOf = `'${benchAccount.id}'`, queueId = null, platform = null } = pile;
  await db.query('BEGIN');
  await db.query(
    `INSERT INTO posts (id, owner_id, title, content, status, scheduled_for, timezone, queue_id, media, tags, hashtags,
                        mentions, late_minutes_max, late_otherwise, profile_ids, created_at, updated_at)
     SELECT ${idOf}, $1, '', 'Pile ' || n, 'scheduled', ${scheduledFor}, 'UTC', $4, '[]', '{}', '{}', '{}', 1440,
            'hold', ARRAY(SELECT id FROM profiles WHERE owner_id = $1 AND is_default), now() - n * interval '1 second',
            now()
       FROM generate_series(1, $2::int) n`,
    [ownerId, count, ownerId.slice(4), queueId],
  );
  await db.query(
    `INSERT INTO post_targets (owner_id, post_id, account_id, live_account_id, platform, profile_id, position, status,
                               due_at, created_at)
     SELECT p.owner_id, p.id, a.id, a.id, coalesce($4, a.platform), a.profile_id, 0, 'scheduled', p.scheduled_for,
            p.created_at
       FROM generate_series(1, $2::int) n
       JOIN posts p ON p.id = ${idOf}
       JOIN accounts a ON a.id = ${accountOf} AND a.owner_id = $1`,
    [ownerId, count, ownerId.slice(4), platform],
  );
  await db.query('COMMIT');
  for (const table of ['posts', 'post_targets']) await db.query(`VACUUM ANALYZE ${table}`);
  await db.query('CHECKPOINT');
}

export async function firstOwner(db: pg.Client): Promise<string> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM users ORDER BY created_at LIMIT 1');
  return rows[0]?.id ?? '';
}

export async function removePosts(db: pg.Client): Promise<void> {
  for (const table of ['posts', 'events', 'queues']) await runBeside(db, `DELETE FROM ${table}`);
  const tables = ['posts', 'post_targets', 'post_timeline', 'events', 'queues'];
  for (const table of tables) await db.query(`VACUUM ${table}`);
  await db.query('CHECKPOINT');
}

const deadlockDetected = '40P01';

/** Repeats after a deadlock: Herald locks the same tables in another order. */
export async function runBeside(db: pg.Client, statement: string, triesLeft = 5): Promise<void> {
  try {
    await db.query(statement);
  } catch (error) {
    if (triesLeft === 0 || (error as pg.DatabaseError).code !== deadlockDetected) throw error;
    await runBeside(db, statement, triesLeft - 1);
  }
}
