const postColumns = [
  ...['title', 'content', 'timezone', 'tags', 'hashtags', 'mentions', 'metadata', 'late_minutes_max', 'late_otherwise'],
  ...['id', 'owner_id', 'key_id', 'status', 'media', 'profile_ids', 'published_at', 'created_at', 'updated_at'],
  ...['scheduled_for', 'queue_id', 'accepted_at'],
];

export const targetColumns = [
  ...['owner_id', 'post_id', 'account_id', 'live_account_id', 'account_username', 'account_display_name', 'platform'],
  ...['profile_id', 'position', 'custom_content', 'settings', 'content_hash', 'created_at', 'stage', 'found_at'],
  ...[
    'claimed_at',
    'claim_token',
    'lease_until',
    'worker_id',
    'attempt_count',
    'publish_state',
    'publish_state_at',
    'sent_at',
  ],
  ...[
    'settle_after',
    'settle_count',
    'send_count',
    'give_up_at',
    'waiting',
    'is_confirmed',
    'error',
    'error_code',
    'warnings',
    'platform_post_id',
    'part_ids',
  ],
  ...['platform_post_url', 'published_at', 'follow_ups', 'status', 'due_at'],
];

function insertion(table: string, columns: readonly string[]): string {
  const placeholders = columns.map((_, index) => `$${index + 1}`).join(', ');
  return `insert into "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) values (${placeholders})`;
}

/** Exactly the queries that Herald runs for a scheduled post; `same-work.ts` compares them. */
export const texts = {
  account: `
    SELECT a.*, p.name AS profile_name, p.slug AS profile_slug, p.color AS profile_color, u.plan,
           herald_now() AS now
      FROM accounts a JOIN profiles p ON p.owner_id = a.owner_id AND p.id = a.profile_id
      JOIN users u ON u.id = a.owner_id
     WHERE a.owner_id = $1 AND a.id = ANY($2::text[])`,
  lock: `
    SELECT pg_advisory_xact_lock(hashtextextended(name, 0))
      FROM unnest($1::text[]) WITH ORDINALITY AS wanted (name, place) ORDER BY place`,
  same: `
    SELECT DISTINCT ON (wanted.place) wanted.post_id AS "postId", wanted.account_id AS "accountId",
           t.post_id AS "existingPostId"
      FROM unnest($1::text[], $2::text[],
                  $3::bytea[], $4::timestamptz[])
           WITH ORDINALITY AS wanted (post_id, account_id, content_hash, due_at, place)
      JOIN post_targets t ON t.account_id = wanted.account_id AND t.content_hash = wanted.content_hash
      JOIN posts p ON p.owner_id = t.owner_id AND p.id = t.post_id
     WHERE t.owner_id = $5 AND t.post_id <> wanted.post_id
       AND t.status IN ('scheduled', 'pending', 'publishing', 'published')
       AND abs(extract(epoch FROM coalesce(t.published_at, p.scheduled_for, p.accepted_at) - wanted.due_at))
           <= $6
     ORDER BY wanted.place, t.created_at DESC`,
  post: insertion('posts', postColumns),
  target: insertion('post_targets', targetColumns),
  timeline: insertion('post_timeline', ['owner_id', 'post_id', 'at', 'kind', 'account_id', 'summary', 'detail']),
  event: insertion('events', [
    ...['id', 'owner_id', 'type', 'resource_id', 'profile_ids', 'body', 'is_in_feed', 'feed_position', 'created_at'],
  ]),
  subscribers: `
    SELECT e.id FROM webhook_endpoints e
     WHERE e.owner_id = $1 AND e.is_active AND $2 = ANY(e.events)
       AND (e.profile_access = 'all_profiles'
            OR (cardinality($3::text[]) > 0
                AND $4::text[] <@ ARRAY(SELECT ep.profile_id FROM webhook_endpoint_profiles ep
                                             WHERE ep.owner_id = e.owner_id AND ep.endpoint_id = e.id)))
     ORDER BY e.id`,
};
