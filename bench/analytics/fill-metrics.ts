import type pg from 'pg';
import { makeOwner, removeOwners, type Owner } from '../owner.ts';

const accountCount = 10;
const postCount = 5000;
const metrics = 'impressions, reach, likes, comments, shares, saves, clicks, views';

/** Ten accounts and 5,000 posts of the last 180 days. No post is due, so that the background is idle. */
export async function fillMetrics(db: pg.Client, daysPerPost: number): Promise<Owner> {
  const owner = await makeOwner(db);
  const suffix = owner.id.replace('usr_', '');
  const ids = [owner.id, suffix];
  await db.query(
    `INSERT INTO profiles (id, owner_id, name, description, color, slug, is_default, created_at)
     VALUES ('prf_' || $2, $1, 'Bench', '', '#336699', 'bench', true, now())`,
    ids,
  );
  await db.query(
    `INSERT INTO accounts (id, owner_id, profile_id, platform, is_sandbox, provider_account_id, username, display_name,
                           status, granted_scopes, platform_state, is_token_refreshable, token_version,
                           refresh_failures, last_checked_at, connected_at, created_at, has_boards)
     SELECT 'acc_' || $2 || n, $1, 'prf_' || $2, 'x', true, $2 || n, 'bench' || n, 'Bench', 'connected', '{}', '{}',
            false, 1, 0, now(), now(), now(), false
       FROM generate_series(0, $3::int - 1) AS n`,
    [...ids, accountCount],
  );
  await db.query(
    `INSERT INTO posts (id, owner_id, title, content, status, timezone, media, tags, hashtags, mentions, late_minutes_max,
                        late_otherwise, profile_ids, published_at, created_at, updated_at)
     SELECT 'pst_' || $2 || n, $1, '', 'Post ' || n, 'published', 'UTC', '[]', '{}', '{}', '{}', 60, 'hold',
            ARRAY['prf_' || $2], at, at, at
       FROM generate_series(1, $3::int) AS n, LATERAL (SELECT now() - n * interval '180 days' / $3::int AS at)`,
    [...ids, postCount],
  );
  await db.query(
    `INSERT INTO post_targets (owner_id, post_id, account_id, live_account_id, platform, profile_id, position, status,
                               platform_post_id, published_at, created_at)
     SELECT $1, 'pst_' || $2 || n, account, account, 'x', 'prf_' || $2, 0, 'published', n::text, now(), now()
       FROM generate_series(1, $3::int) AS n, LATERAL (SELECT 'acc_' || $2 || n % $4::int AS account)`,
    [...ids, postCount, accountCount],
  );
  await db.query(
    `INSERT INTO platform_posts (owner_id, account_id, platform_post_id, post_id, published_at, ${metrics}, measured_at)
     SELECT $1, 'acc_' || $2 || n % $4::int, n::text, 'pst_' || $2 || n, now() - n * interval '180 days' / $3::int,
            n, n, n % 100, n % 10, n % 7, n % 5, n % 3, n, now()
       FROM generate_series(1, $3::int) AS n`,
    [...ids, postCount, accountCount],
  );
  await db.query(
    `INSERT INTO metric_days (owner_id, account_id, platform_post_id, date, ${metrics})
     SELECT $1, 'acc_' || $2 || n % $4::int, n::text, current_date - day, n, n, n % 100, n % 10, n % 7, n % 5, n % 3, n
       FROM generate_series(1, $3::int) AS n, generate_series(1, $5::int) AS day`,
    [...ids, postCount, accountCount, daysPerPost],
  );
  await db.query(
    `INSERT INTO account_metric_days (owner_id, account_id, date, post_count, ${metrics})
     SELECT $1, 'acc_' || $2 || n, current_date - day, 25, 1000, 800, 50, 5, 4, 3, 2, 1000
       FROM generate_series(0, $3::int - 1) AS n, generate_series(1, 180) AS day`,
    [...ids, accountCount],
  );
  for (const table of ['posts', 'post_targets', 'platform_posts', 'metric_days', 'account_metric_days']) {
    await db.query(`VACUUM ANALYZE ${table}`);
  }
  await db.query('CHECKPOINT');
  return owner;
}

export async function emptyMetrics(db: pg.Client): Promise<void> {
  // Deleting a million rows takes long.
  await db.query('TRUNCATE metric_days');
  await removeOwners(db);
}
