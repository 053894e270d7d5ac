import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { findOwner } from './floor-identity.ts';
import { postSchema } from './floor-post-schema.ts';

type Body = { content: string; scheduledFor: string; platforms: { platform: string; accountId: string }[] };
type Account = { id: string; platform: string; username: string; display_name: string; profile_id: string };

const response = {
  201: {
    type: 'object',
    required: ['post', 'message'],
    properties: { post: postSchema, message: { type: 'string' } },
  },
};

/** `$9` is the event's JSON as a format string. */
const insert = `
  WITH account AS (
    SELECT id, platform, username, display_name, profile_id FROM accounts WHERE owner_id = $1 AND id = $2
  ), post AS (
    INSERT INTO posts (id, owner_id, title, content, status, scheduled_for, timezone, media, tags, hashtags, mentions,
                       late_minutes_max, late_otherwise, profile_ids, created_at, updated_at)
    SELECT $3, $1, '', $4, 'scheduled', $5, 'UTC', '[]', '{}', '{}', '{}', 1440, 'hold', ARRAY[profile_id], $6, $6
      FROM account
  ), target AS (
    INSERT INTO post_targets (owner_id, post_id, account_id, live_account_id, platform, profile_id, position, status,
                              due_at, content_hash, created_at)
    SELECT $1, $3, id, id, platform, profile_id, 0, 'scheduled', $5, $7, $6 FROM account
  ), event AS (
    INSERT INTO events (id, owner_id, type, resource_id, profile_ids, body, is_in_feed, created_at)
    SELECT $8, $1, 'post.scheduled', $3, ARRAY[profile_id],
           convert_to(format($9, username, display_name, profile_id), 'UTF8'), true, $6 FROM account
  )
  SELECT * FROM account`;

const inFormat = { username: '%1$s', display_name: '%2$s', profile_id: '%3$s' };

export function createPostFloor(app: FastifyInstance, db: pg.Pool): void {
  app.post<{ Body: Body }>('/v1/posts', { schema: { response } }, async (request, reply) => {
    const ownerId = (await findOwner(db, request.headers.authorization)) ?? '';
    const { content, platforms } = request.body;
    const [target = { accountId: '', platform: '' }] = platforms;
    const scheduledFor = new Date(request.body.scheduledFor);
    const [id, now] = [`pst_${randomUUID()}`, new Date()];
    const contentHash = createHash('sha256')
      .update(JSON.stringify([content, []]))
      .digest();
    const inEvent = { id: target.accountId, platform: target.platform, ...inFormat };
    const event = newEvent(view({ id, account: inEvent, content, scheduledFor, now }), now);
    const times = [scheduledFor, now];
    const values = [ownerId, target.accountId, id, content, ...times, contentHash, event.id, JSON.stringify(event)];
    const { rows } = await db.query<Account>({ name: 'insert', text: insert, values });
    const [account] = rows;
    if (account === undefined) return reply.code(400).send({ error: 'the account does not exist' });
    const post = view({ id, account, content, scheduledFor, now });
    return reply.code(201).send({ post, message: 'Post scheduled' });
  });
}

function newEvent(post: object, now: Date): { id: string } & Record<string, unknown> {
  const data = { post, profileIds: [inFormat.profile_id] };
  return { id: `evt_${randomUUID()}`, type: 'post.scheduled', apiVersion: 'v1', createdAt: now.toISOString(), data };
}

type CreatedPost = {
  id: string;
  account: Account;
  content: string;
  scheduledFor: Date;
  now: Date;
};

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
