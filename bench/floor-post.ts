import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { findOwner } from './floor-identity.ts';
import { targetColumns, texts } from './floor-post-statements.ts';
import { postSchema } from './floor-post-schema.ts';

type Body = { content: string; scheduledFor: string; platforms: { platform: string; accountId: string }[] };
type Account = { id: string; platform: string; username: string; display_name: string; profile_id: string; now: Date };

const response = {
  201: {
    type: 'object',
    required: ['post', 'message'],
    properties: { post: postSchema, message: { type: 'string' } },
  },
};

export function createPostFloor(app: FastifyInstance, db: pg.Pool): void {
  app.post<{ Body: Body }>('/v1/posts', { schema: { response } }, async (request, reply) => {
    const ownerId = (await findOwner(db, request.headers.authorization)) ?? '';
    const { content, scheduledFor, platforms } = request.body;
    const accountId = platforms[0]?.accountId ?? '';
    const { rows } = await run<Account>(db, 'account', [ownerId, [accountId]]);
    const [account] = rows;
    if (account === undefined) return reply.code(400).send({ error: 'the account does not exist' });
    const client = await db.connect();
    try {
      await client.query('begin');
      const post = await insert(client, { ownerId, account, content, scheduledFor: new Date(scheduledFor) });
      await client.query('commit');
      return await reply.code(201).send({ post, message: 'Post scheduled' });
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  });
}

type NewPost = { ownerId: string; account: Account; content: string; scheduledFor: Date };

async function insert(client: pg.PoolClient, { ownerId, account, content, scheduledFor }: NewPost): Promise<object> {
  const id = `pst_${randomUUID()}`;
  const contentHash = createHash('sha256')
    .update(JSON.stringify([content, []]))
    .digest();
  const now = new Date();
  await run(client, 'lock', [[`${ownerId} ${account.id} ${contentHash.toString('hex')}`]]);
  const same = [[id], [account.id], [contentHash], [scheduledFor], ownerId, 86_400];
  if ((await run(client, 'same', same)).rows.length > 0) throw new Error('duplicate content');
  const contentValues = ['', content, 'UTC', [], [], [], null, 1440, 'hold'];
  const state = ['scheduled', '[]', [account.profile_id], null, now, now, scheduledFor, null, null];
  await run(client, 'post', [...contentValues, id, ownerId, null, ...state]);
  const target: Record<string, unknown> = {
    owner_id: ownerId,
    post_id: id,
    account_id: account.id,
    live_account_id: account.id,
    platform: account.platform,
    profile_id: account.profile_id,
    position: 0,
    contentHash,
    created_at: now,
    attempt_count: 0,
    settle_count: 0,
    send_count: 0,
    is_confirmed: false,
    warnings: [],
    status: 'scheduled',
    due_at: scheduledFor,
  };
  await run(
    client,
    'target',
    targetColumns.map((column) => target[column] ?? null),
  );
  const detail = JSON.stringify({ status: 'scheduled' });
  await run(client, 'timeline', [ownerId, id, now, 'created', null, 'Created and scheduled', detail]);
  const post = view({ id, account, content, scheduledFor, now });
  const eventId = `evt_${randomUUID()}`;
  const data = { post, profileIds: [account.profile_id] };
  const envelope = { id: eventId, type: 'post.scheduled', apiVersion: 'v1', createdAt: now.toISOString(), data };
  const body = Buffer.from(JSON.stringify(envelope));
  const profiles = [account.profile_id];
  await run(client, 'event', [eventId, ownerId, 'post.scheduled', id, profiles, body, true, null, now]);
  await run(client, 'subscribers', [ownerId, 'post.scheduled', profiles, profiles]);
  return post;
}

type CreatedPost = { id: string; account: Account; content: string; scheduledFor: Date; now: Date };

function view({ id, account, content, scheduledFor, now }: CreatedPost): object {
  const { username, display_name: displayName, platform } = account;
  const at = now.toISOString();
  return {
    ...{ _id: id, title: '', content, status: 'scheduled', scheduledFor: scheduledFor.toISOString(), timezone: 'UTC' },
    queueId: null,
    platforms: [
      {
        platform,
        accountId: { _id: account.id, platform, username, displayName, isActive: true },
        status: 'scheduled',
      },
    ],
    ...{ mediaItems: [], tags: [], hashtags: [], mentions: [], metadata: null },
    lateness: { maxMinutes: 1440, otherwise: 'hold' },
    ...{ createdAt: at, updatedAt: at, publishedAt: null },
  };
}

async function run<Row extends pg.QueryResultRow>(
  db: pg.Pool | pg.PoolClient,
  name: keyof typeof texts,
  values: unknown[],
): Promise<pg.QueryResult<Row>> {
  return await db.query<Row>({ name, text: texts[name], values });
}
