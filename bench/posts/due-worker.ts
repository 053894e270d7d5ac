// The floor of due posts: the commits that publishing needs and one POST each, with Herald's concurrency.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Agent, request } from 'undici';
import { texts } from './due-statements.ts';

export type DueOrder = { databaseUrl: string; sendUrl: string; platform: string; count: number };
export type DueResult = { perSecond: number };

type Target = { owner_id: string; post_id: string; account_id: string; claim_token: string };
type Work = {
  content: string;
  scheduled_for: Date;
  profile_ids: string[];
  provider_account_id: string;
  username: string;
  display_name: string;
};

const atOnce = 32;
// The same as Herald's worker.
const poolSize = 10;
const leaseSeconds = 90;
const settleSeconds = 120;
const [lateSeconds, spacingSeconds] = [300, 30];

process.on('disconnect', () => process.exit(0));
process.on('message', (order: DueOrder) => void run(order).then((result) => process.send?.(result)));

async function run({ databaseUrl, sendUrl, platform, count }: DueOrder): Promise<DueResult> {
  const db = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const dispatcher = new Agent({ connections: atOnce, pipelining: 1 });
  const startedMs = performance.now();
  const busy = new Set<Promise<void>>();
  for (let claimed = 0; claimed < count;) {
    const grants = [[platform], [atOnce - busy.size], lateSeconds, spacingSeconds];
    const { rows } = await query<Target>(db, 'claim', [...grants, randomUUID(), 'wrk_floor', leaseSeconds]);
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
  const { owner_id: ownerId, post_id: postId, account_id: accountId, claim_token: token } = target;
  const { rows } = await query<Work>(db, 'work', [ownerId, postId, accountId]);
  const [work] = rows;
  if (work === undefined) throw new Error(`there is no post ${postId}`);
  const targetKey = [ownerId, postId, accountId, token];
  await inTransaction(db, async (client) => {
    const doubtSeconds = leaseSeconds + settleSeconds;
    const sending = ['sending', '{"v":1}', new Date(), [], false, doubtSeconds, doubtSeconds, 0, leaseSeconds];
    await query(client, 'intent', [...sending, ...targetKey]);
    const attempt = ['attemptStarted', accountId, 'Attempt 1', '{"attempt":1}'];
    await query(client, 'timeline', [ownerId, postId, new Date(), ...attempt]);
  });
  const body = JSON.stringify({ chat_id: work.provider_account_id, text: work.content });
  const headers = { 'content-type': 'application/json' };
  const response = await request(sendUrl, { method: 'POST', headers, body, dispatcher });
  const { result } = (await response.body.json()) as { result?: { message_id: number } };
  if (result === undefined) throw new Error(`the sandbox answered ${response.statusCode}`);
  const id = String(result.message_id);
  const now = new Date();
  const url = `https://t.me/${work.username}/${id}`;
  const moved = '{"from":"publishing","to":"published"}';
  await inTransaction(db, async (client) => {
    const ended = ['published', id, url, null, now, null, null, null, null, null, null, null];
    await query(client, 'result', [...ended, ...targetKey]);
    await query(client, 'post', ['published', now, now, ownerId, postId]);
    const ofTarget = [ownerId, postId, now, 'targetStateChanged', accountId, 'Published', moved];
    const ofPost = [ownerId, postId, now, 'stateChanged', null, 'The post is published', moved];
    await query(client, 'timelineOfTwo', [...ofTarget, ...ofPost]);
    for (const event of eventsOf(target, { work, id, url, now })) await query(client, 'event', event);
  });
}

type Published = { work: Work; id: string; url: string; now: Date };

/** Two events per target, with bodies of the same size as Herald's. */
function eventsOf({ owner_id, post_id, account_id }: Target, { work, id, url, now }: Published): unknown[][] {
  const { content, scheduled_for, profile_ids: profileIds, username, display_name: displayName } = work;
  const at = now.toISOString();
  const platform = 'telegram';
  const account = { _id: account_id, platform, username, displayName };
  const published = { status: 'published', platformPostId: id, platformPostUrl: url, publishedAt: at };
  const target = { platform, accountId: { ...account, isActive: true }, ...published };
  const short = { _id: post_id, title: '', status: 'published', scheduledFor: scheduled_for.toISOString() };
  const post = {
    ...{ ...short, content, timezone: 'UTC', queueId: null, platforms: [target], mediaItems: [], tags: [] },
    ...{ hashtags: [], mentions: [], metadata: null, lateness: { maxMinutes: 1440, otherwise: 'hold' } },
    ...{ createdAt: at, updatedAt: at, publishedAt: at },
  };
  const events = [
    { type: 'post.published', data: { post, profileIds } },
    {
      type: 'post.target.published',
      data: { postId: post_id, target, post: { ...short, metadata: null }, account, profileIds },
    },
  ];
  return events.map(({ type, data }) => {
    const eventId = `evt_${randomUUID()}`;
    const envelope = Buffer.from(JSON.stringify({ id: eventId, type, apiVersion: 'v1', createdAt: at, data }));
    return [eventId, owner_id, type, post_id, profileIds, envelope, true, null, now];
  });
}

async function inTransaction(db: pg.Pool, write: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await db.connect();
  try {
    await client.query('begin');
    await write(client);
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function query<Row extends pg.QueryResultRow>(
  db: pg.Pool | pg.PoolClient,
  name: keyof typeof texts,
  values: unknown[],
): Promise<pg.QueryResult<Row>> {
  return await db.query<Row>({ name, text: texts[name], values });
}
