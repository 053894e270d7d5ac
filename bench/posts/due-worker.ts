// The floor of due posts: a claim, one commit before and one after the request, and one POST, with Herald's concurrency.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Agent, request } from 'undici';

export type DueOrder = { databaseUrl: string; sendUrl: string; platform: string; count: number };
export type DueResult = { perSecond: number };

type Target = {
  owner_id: string;
  post_id: string;
  account_id: string;
  content: string;
  scheduled_for: Date;
  profile_ids: string[];
  provider_account_id: string;
  username: string;
  display_name: string;
};

const atOnce = 32;
const poolSize = 10;

const statements = {
  // Does not wait for the disk, like Herald: a lost claim is claimed again.
  claim: `
    WITH relaxed AS MATERIALIZED (
      SELECT set_config('synchronous_commit', 'off', true)
    ), due AS MATERIALIZED (
      SELECT t.post_id, t.account_id FROM relaxed, post_targets t
       WHERE t.platform = $1 AND t.due_at <= now() AND t.claim_token IS NULL
       ORDER BY t.due_at LIMIT $2 FOR UPDATE OF t SKIP LOCKED
    )
    UPDATE post_targets t
       SET claim_token = $3, worker_id = 'wrk_floor', lease_until = now() + interval '90 seconds', claimed_at = now(),
           status = 'publishing', stage = 'claimed'
      FROM due JOIN posts p ON p.id = due.post_id JOIN accounts a ON a.id = due.account_id
     WHERE t.post_id = due.post_id AND t.account_id = due.account_id
    RETURNING t.owner_id, t.post_id, t.account_id, p.content, p.scheduled_for, p.profile_ids, a.provider_account_id,
              a.username, a.display_name`,
  intent: `
    UPDATE post_targets SET stage = 'sending', sent_at = now(), due_at = now() + interval '210 seconds'
     WHERE post_id = $1 AND account_id = $2`,
  result: `
    WITH target AS (
      UPDATE post_targets
         SET status = 'published', platform_post_id = $3, platform_post_url = $4, published_at = $5, stage = NULL,
             due_at = NULL, claim_token = NULL, lease_until = NULL, worker_id = NULL
       WHERE post_id = $1 AND account_id = $2
    ), post AS (
      UPDATE posts SET status = 'published', published_at = $5, updated_at = $5 WHERE id = $1
    )
    INSERT INTO events (id, owner_id, type, resource_id, profile_ids, body, is_in_feed, created_at)
    SELECT event.id, $6, event.type, $1, $7::text[], event.body, true, $5
      FROM unnest($8::text[], $9::text[], $10::bytea[]) AS event (id, type, body)`,
};

process.on('disconnect', () => process.exit(0));
process.on('message', (order: DueOrder) => void run(order).then((result) => process.send?.(result)));

async function run({ databaseUrl, sendUrl, platform, count }: DueOrder): Promise<DueResult> {
  const db = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const dispatcher = new Agent({ connections: atOnce, pipelining: 1 });
  const startedMs = performance.now();
  const busy = new Set<Promise<void>>();
  for (let claimed = 0; claimed < count;) {
    const { rows } = await query<Target>(db, 'claim', [platform, atOnce - busy.size, randomUUID()]);
    claimed += rows.length;
    for (const target of rows) {
      const work = publish({ db, dispatcher, sendUrl }, target).finally(() => busy.delete(work));
      busy.add(work);
    }
    if (rows.length === 0 && busy.size === 0) throw new Error(`only ${claimed} of ${count} posts were due`);
    if (rows.length === 0 || busy.size === atOnce) await Promise.race(busy);
  }
  await Promise.all(busy);
  const perSecond = count / ((performance.now() - startedMs) / 1000);
  await Promise.all([db.end(), dispatcher.close()]);
  return { perSecond };
}

type Means = { db: pg.Pool; dispatcher: Agent; sendUrl: string };

async function publish({ db, dispatcher, sendUrl }: Means, target: Target): Promise<void> {
  const { owner_id: ownerId, post_id: postId, account_id: accountId, profile_ids: profileIds } = target;
  await query(db, 'intent', [postId, accountId]);
  const body = JSON.stringify({ chat_id: target.provider_account_id, text: target.content });
  const headers = { 'content-type': 'application/json' };
  const response = await request(sendUrl, { method: 'POST', headers, body, dispatcher });
  const { result } = (await response.body.json()) as { result?: { message_id: number } };
  if (result === undefined) throw new Error(`the sandbox answered ${response.statusCode}`);
  const id = String(result.message_id);
  const url = `https://t.me/${target.username}/${id}`;
  const now = new Date();
  const events = eventsOf(target, { id, url, now });
  const columns = [events.map((event) => event.id), events.map((event) => event.type), events.map(bytesOf)];
  await query(db, 'result', [postId, accountId, id, url, now, ownerId, profileIds, ...columns]);
}

type Published = { id: string; url: string; now: Date };
type Event = { id: string; type: string; apiVersion: string; createdAt: string; data: object };

function bytesOf(event: Event): Buffer {
  return Buffer.from(JSON.stringify(event));
}

/** Two per target, with bodies of the same size as Herald's. */
function eventsOf(due: Target, { id, url, now }: Published): Event[] {
  const { post_id: postId, content, scheduled_for, profile_ids: profileIds, username, display_name } = due;
  const at = now.toISOString();
  const platform = 'telegram';
  const account = { _id: due.account_id, platform, username, displayName: display_name };
  const published = { status: 'published', platformPostId: id, platformPostUrl: url, publishedAt: at };
  const target = { platform, accountId: { ...account, isActive: true }, ...published };
  const short = { _id: postId, title: '', status: 'published', scheduledFor: scheduled_for.toISOString() };
  const post = {
    ...{ ...short, content, timezone: 'UTC', queueId: null, platforms: [target], mediaItems: [], tags: [] },
    ...{ hashtags: [], mentions: [], metadata: null, lateness: { maxMinutes: 1440, otherwise: 'hold' } },
    ...{ createdAt: at, updatedAt: at, publishedAt: at },
  };
  const ofTarget = { postId, target, post: { ...short, metadata: null }, account, profileIds };
  const newEvent = (type: string, data: object): Event => {
    return { id: `evt_${randomUUID()}`, type, apiVersion: 'v1', createdAt: at, data };
  };
  return [newEvent('post.published', { post, profileIds }), newEvent('post.target.published', ofTarget)];
}

async function query<Row extends pg.QueryResultRow>(
  db: pg.Pool,
  name: keyof typeof statements,
  values: unknown[],
): Promise<pg.QueryResult<Row>> {
  return await db.query<Row>({ name, text: statements[name], values });
}
