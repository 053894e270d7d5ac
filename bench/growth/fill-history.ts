import type pg from 'pg';
import { contactsPerOwner, fillContacts } from '../contacts/fill-contacts.ts';
import { fillThreads } from '../inbox/fill-inbox.ts';
import { makeOwner } from '../owner.ts';

export type HistoryOwner = { key: string; ids: Readonly<Record<string, string>> };

const metrics = 'impressions, reach, likes, comments, shares, saves, clicks, views';
const scheduledCount = 50;

/**
 * `count` posts of the last year, each with a target, two timeline entries, an event, a delivery with an attempt, and the
 * numbers of a day; `count` messages; and a tenth as many files, contacts (up to a user's limit) and automation logs. Nothing
 * is due, so that the background is idle.
 */
export async function fillHistory(db: pg.Client, count: number): Promise<HistoryOwner> {
  const { id: ownerId, key } = await makeOwner(db);
  const suffix = ownerId.slice(4, 16);
  const numbered = (prefix: string, n: number): string => `${prefix}_${suffix}${String(n).padStart(12, '0')}`;
  const [profileId, accountId, inboxAccountId] = [numbered('prf', 0), numbered('acc', 1), numbered('acc', 2)];
  await insertAccounts(db, { ownerId, profileId, accountIds: [accountId, inboxAccountId] });
  await db.query('CREATE TEMP TABLE this (owner_id text, suffix text, profile_id text, account_id text, count int)');
  await db.query('INSERT INTO this VALUES ($1, $2, $3, $4, $5)', [ownerId, suffix, profileId, accountId, count]);
  for (const text of asManyAsPosts) await db.query(text);
  await db.query('UPDATE this SET count = count / 10');
  for (const text of aTenth) await db.query(text);
  await db.query('DROP TABLE this');
  const tenth = Math.trunc(count / 10);
  await fillThreads(db, { ownerId, accountId: inboxAccountId, threads: tenth });
  await db.query(`UPDATE conversations SET refreshed_at = now() + interval '1 day' WHERE id = 't7'`);
  await fillContacts(db, { id: ownerId, profileId }, Math.min(tenth, contactsPerOwner));
  const ids = {
    ...{ profileId, accountId, inboxAccountId, conversationId: 't7' },
    ...{ scheduledPostId: numbered('pst', 1), postId: numbered('pst', count) },
    ...{ webhookId: numbered('whk', 0), deliveryId: numbered('whd', count), automationId: numbered('aut', 0) },
    contactId: `ctc_${ownerId.slice(4)}000007`,
  };
  return { key, ids };
}

/** Like autovacuum. */
export async function tidyHistory(db: pg.Client): Promise<void> {
  await db.query('VACUUM ANALYZE');
  await db.query('CHECKPOINT');
}

type Accounts = { ownerId: string; profileId: string; accountIds: readonly [posts: string, inbox: string] };

/** The inbox counts as refreshed, so that responses come from the stored copy alone. */
async function insertAccounts(db: pg.Client, { ownerId, profileId, accountIds }: Accounts): Promise<void> {
  await db.query(
    `INSERT INTO profiles (id, owner_id, name, description, color, slug, is_default, created_at)
     VALUES ($1, $2, 'Bench', '', '#336699', 'bench', true, now())`,
    [profileId, ownerId],
  );
  await db.query(
    `INSERT INTO accounts (id, owner_id, profile_id, platform, is_sandbox, provider_account_id, username, display_name,
                           status, granted_scopes, platform_state, is_token_refreshable, token_version,
                           refresh_failures, last_checked_at, connected_at, created_at, has_boards, inbox_refreshed_at)
     SELECT id, $1, $2, platform, true, id, 'bench', 'Bench', 'connected', '{instagram_business_manage_messages}', '{}',
            false, 1, 0, now(), now(), now(), false, now() + interval '1 day'
       FROM unnest($3::text[], ARRAY['x', 'instagram']) AS account (id, platform)`,
    [ownerId, profileId, accountIds],
  );
}

// Of a fixed length, like Herald's, so that they sort by number.
const idOf = (prefix: string): string => `'${prefix}_' || suffix || lpad(n::text, 12, '0')`;
const ageOf = (days: number): string => `now() - n * interval '${days} days' / count`;
const numbers = 'FROM this, generate_series(1, count) AS n';

const asManyAsPosts = [
  `INSERT INTO posts (id, owner_id, title, content, status, scheduled_for, timezone, media, tags, hashtags, mentions,
                      late_minutes_max, late_otherwise, profile_ids, published_at, created_at, updated_at)
   SELECT ${idOf('pst')}, owner_id, '', 'Post ' || n, CASE WHEN is_open THEN 'scheduled' ELSE 'published' END,
          CASE WHEN is_open THEN now() + n * interval '1 day' ELSE at END, 'UTC', '[]', '{}', '{}', '{}', 1440, 'hold',
          ARRAY[profile_id], CASE WHEN NOT is_open THEN at END, at, at
     ${numbers}, LATERAL (SELECT ${ageOf(365)} AS at, n <= ${scheduledCount} AS is_open) AS state`,
  `INSERT INTO post_targets (owner_id, post_id, account_id, live_account_id, platform, profile_id, position, status, due_at,
                             platform_post_id, platform_post_url, published_at, content_hash, created_at)
   SELECT this.owner_id, p.id, account_id, account_id, 'x', profile_id, 0, p.status, CASE WHEN p.status = 'scheduled' THEN p.scheduled_for END,
          CASE WHEN p.status = 'published' THEN n::text END, CASE WHEN p.status = 'published' THEN 'https://x.com/bench/status/' || n END,
          p.published_at, sha256(p.id::bytea), p.created_at
     ${numbers}, posts p WHERE p.id = ${idOf('pst')}`,
  `INSERT INTO post_timeline (owner_id, post_id, at, kind, account_id, summary)
   SELECT owner_id, ${idOf('pst')}, ${ageOf(365)}, kind, account_id, 'From the benchmark'
     ${numbers}, unnest(ARRAY['created', 'published']) AS kind`,
  `INSERT INTO events (id, owner_id, type, resource_id, profile_ids, body, is_in_feed, feed_position, created_at)
   SELECT ${idOf('evt')}, owner_id, 'post.published', ${idOf('pst')}, ARRAY[profile_id],
          convert_to(json_build_object('id', ${idOf('evt')}, 'type', 'post.published', 'apiVersion', 'v1', 'createdAt', now(),
                                       'data', json_build_object('profileIds', ARRAY[profile_id]))::text, 'UTF8'),
          true, count - n + 1, ${ageOf(29)}
     ${numbers}`,
  `INSERT INTO event_feeds (owner_id, last_position) SELECT owner_id, count FROM this`,
  `INSERT INTO webhook_endpoints (id, owner_id, name, url, events, profile_access, custom_header_names, is_active,
                                  disabled_reason, consecutive_failures, created_at, updated_at)
   SELECT 'whk_' || suffix || '000000000000', owner_id, 'Bench', 'https://example.com/hook', '{post.published}', 'all_profiles', '{}',
          false, 'user_disabled', 0, now(), now() FROM this`,
  `INSERT INTO webhook_deliveries (id, owner_id, endpoint_id, event_id, event_type, resource_id, status, attempt_count,
                                   last_http_status, last_duration_ms, last_attempt_at, delivered_at,
                                   event_created_at, created_at)
   SELECT ${idOf('whd')}, owner_id, 'whk_' || suffix || '000000000000', ${idOf('evt')}, 'post.published', ${idOf('pst')}, 'delivered',
          1, 200, 20, at, at, at, at
     ${numbers}, LATERAL (SELECT ${ageOf(29)} AS at) AS moment`,
  `INSERT INTO webhook_attempts (owner_id, delivery_id, number, attempted_at, duration_ms, http_status)
   SELECT owner_id, ${idOf('whd')}, 1, ${ageOf(29)}, 20, 200 ${numbers}`,
  `INSERT INTO platform_posts (owner_id, account_id, platform_post_id, post_id, published_at, ${metrics}, measured_at)
   SELECT owner_id, account_id, n::text, ${idOf('pst')}, ${ageOf(365)}, n, n, n % 100, n % 10, n % 7, n % 5, n % 3, n, now()
     ${numbers} WHERE n > ${scheduledCount}`,
  `INSERT INTO metric_days (owner_id, account_id, platform_post_id, date, ${metrics})
   SELECT owner_id, account_id, n::text, (${ageOf(365)})::date + 1, n, n, n % 100, n % 10, n % 7, n % 5, n % 3, n
     ${numbers} WHERE n > ${scheduledCount}`,
  `INSERT INTO account_metric_days (owner_id, account_id, date, post_count, ${metrics})
   SELECT owner_id, account_id, current_date - day, 25, 1000, 800, 50, 5, 4, 3, 2, 1000
     FROM this, generate_series(1, 365) AS day`,
  `INSERT INTO follower_days (owner_id, account_id, date, followers)
   SELECT owner_id, account_id, current_date - day, 1000 - day FROM this, generate_series(1, 365) AS day`,
];

const aTenth = [
  `INSERT INTO media (key, owner_id, profile_id, kind, filename, content_type, type, size_bytes, checksum, width, height,
                      status, created_at, expires_at)
   SELECT 'bench/' || suffix || lpad(n::text, 12, '0') || '.jpg', owner_id, profile_id, 'direct', n || '.jpg', 'image/jpeg', 'image', 1000,
          'none', 10, 10, 'uploaded', ${ageOf(365)}, now() + interval '1 year' ${numbers}`,
  `INSERT INTO comment_automations (owner_id, account_id, id, name, trigger, keywords, exclude_keywords, match_mode,
                                    typo_tolerance, dm_message, dm_message_variations, buttons, comment_reply_variations,
                                    dm_delay_seconds, comment_reply_delay_seconds, is_active, activated_at,
                                    total_triggered, total_sent, created_at, updated_at)
   SELECT owner_id, account_id, 'aut_' || suffix || '000000000000', 'Bench', 'comment', '{hello}', '{}', 'word', false, 'Hello', '{}', '[]', '{}',
          0, 0, false, now(), count, count, now(), now() FROM this`,
  `INSERT INTO automation_logs (owner_id, automation_id, id, account_id, source, comment_id, commenter_id, comment_text,
                                commented_at, status, created_at, updated_at)
   SELECT owner_id, 'aut_' || suffix || '000000000000', ${idOf('atl')}, account_id, 'comment', 'c' || n, 'p' || n, 'Hello', at, 'sent', at, at
     ${numbers}, LATERAL (SELECT ${ageOf(365)} AS at) AS moment`,
];
