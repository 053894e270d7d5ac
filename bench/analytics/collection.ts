import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { defaultProfile } from '../posts/bulk.ts';
import { firstOwner } from '../posts/pile-up.ts';
import type { Sandbox } from '../posts/sandbox.ts';
import { keyHeader, type Stage } from '../stage.ts';

type CollectionSize = { accounts: number; postsPerAccount: number };

export const fullCollection: CollectionSize = { accounts: 200, postsPerAccount: 50 };
export const smokeCollection: CollectionSize = { accounts: 4, postsPerAccount: 5 };

const atOnce = 16;
const nameOf = (index: number): string => `meter_${index}`;

/** Postpones the accounts' other background work, so that a round reads only numbers. */
export async function makePublished(
  { db, sandbox, url, stage }: { db: pg.Client; sandbox: Sandbox; url: string; stage: Stage },
  { accounts, postsPerAccount }: CollectionSize,
): Promise<void> {
  await sandbox.control('POST', 'accounts', {
    platform: 'x',
    accounts: Array.from({ length: accounts }, (_, index) => ({ name: nameOf(index) })),
  });
  const profileId = await defaultProfile(url, stage);
  await inTurns(accounts, async (index) => connectAccount({ url, stage }, profileId, nameOf(index)));
  const ids: { account: string; id: string }[] = [];
  await inTurns(accounts * postsPerAccount, async (index) => {
    const account = nameOf(index % accounts);
    const text = `Number ${index}`;
    const { post } = (await sandbox.control('POST', 'posts', { platform: 'x', account, text })) as Created;
    ids.push({ account, id: post.id });
  });
  await insertPublished(db, ids);
  await db.query(
    `UPDATE accounts SET followers_due_at = NULL, external_posts_due_at = NULL WHERE username LIKE 'meter\\_%'`,
  );
  for (const table of ['accounts', 'posts', 'post_targets', 'platform_posts'])
    await db.query(`VACUUM ANALYZE ${table}`);
  await db.query('CHECKPOINT');
}

type Created = { post: { id: string } };

async function connectAccount(
  { url, stage }: { url: string; stage: Stage },
  profileId: string,
  name: string,
): Promise<void> {
  const headers = keyHeader(stage.apiKey);
  const started = await fetch(`${url}/v1/connect/x?profileId=${profileId}&sandbox=true`, { headers });
  const { authUrl } = (await started.json()) as { authUrl: string };
  const agreed = await fetch(`${authUrl}&decision=approve&account=${name}`, { redirect: 'manual' });
  const { pathname, search } = new URL(agreed.headers.get('location') ?? authUrl);
  const connected = await fetch(`${url}${pathname}${search}`);
  const text = await connected.text();
  if (!connected.ok) throw new Error(`${name} could not be connected: ${connected.status} ${text.slice(0, 200)}`);
}

async function insertPublished(db: pg.Client, ids: readonly { account: string; id: string }[]): Promise<void> {
  const ownerId = await firstOwner(db);
  const values = [ownerId, ids.map(({ account }) => account), ids.map(({ id }) => id)];
  const from = `unnest($2::text[], $3::text[]) AS t (username, id) JOIN accounts a ON a.owner_id = $1 AND a.username = t.username`;
  await db.query(
    `INSERT INTO posts (id, owner_id, title, content, status, timezone, media, tags, hashtags, mentions, late_minutes_max,
                        late_otherwise, profile_ids, published_at, created_at, updated_at)
     SELECT 'pst_m' || t.id, $1, '', 'Number', 'published', 'UTC', '[]', '{}', '{}', '{}', 60, 'hold',
            ARRAY[a.profile_id], now(), now(), now() FROM ${from}`,
    values,
  );
  await db.query(
    `INSERT INTO post_targets (owner_id, post_id, account_id, live_account_id, platform, profile_id, position, status,
                               platform_post_id, published_at, created_at)
     SELECT $1, 'pst_m' || t.id, a.id, a.id, 'x', a.profile_id, 0, 'published', t.id, now(), now() FROM ${from}`,
    values,
  );
  await db.query(
    `INSERT INTO platform_posts (owner_id, account_id, platform_post_id, post_id, published_at)
     SELECT $1, a.id, t.id, 'pst_m' || t.id, now() FROM ${from}`,
    values,
  );
}

const isMeasured = `post_id LIKE 'pst\\_m%'`;

/** Makes all posts due, as if their numbers had never been read. */
export async function prepareRound(db: pg.Client): Promise<void> {
  await db.query('TRUNCATE account_metric_days');
  await db.query('TRUNCATE metric_days');
  await db.query(`UPDATE platform_posts SET measured_at = NULL, metrics_due_at = now() WHERE ${isMeasured}`);
}

export async function startRound(db: pg.Client): Promise<void> {
  await db.query(`SELECT pg_notify('herald_wake_up', 'metrics ')`);
}

export async function waitForRound(
  db: pg.Client,
  { withinMs, lookEveryMs }: { withinMs: number; lookEveryMs: number },
): Promise<void> {
  const untilMs = performance.now() + withinMs;
  for (;;) {
    const { rows } = await db.query<{ open: number; message: string | null }>(
      `SELECT count(*) FILTER (WHERE measured_at IS NULL)::int AS open, max(error_message) AS message
         FROM platform_posts WHERE ${isMeasured}`,
    );
    const [{ open, message } = { open: 0, message: null }] = rows;
    if (message !== null) throw new Error(`numbers could not be read: ${message}`);
    if (open === 0) return;
    if (performance.now() > untilMs) throw new Error(`the numbers of ${open} posts were not read in time`);
    await sleep(lookEveryMs);
  }
}

export async function removePublished(db: pg.Client): Promise<void> {
  await db.query(`DELETE FROM posts WHERE id LIKE 'pst\\_m%'`);
  await db.query(`DELETE FROM accounts WHERE username LIKE 'meter\\_%'`);
  await db.query('TRUNCATE account_metric_days');
}

async function inTurns(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const verifier = 'a-verifier-that-is-long-enough-to-be-one-0123456789';
/** The sandbox's default; nothing listens there. */
export const heraldOrigin = 'http://127.0.0.1:4010';
const redirectUri = `${heraldOrigin}/callback`;

export async function readTokens(sandbox: Sandbox, { accounts }: CollectionSize): Promise<Record<string, string>> {
  const tokens: Record<string, string> = {};
  await inTurns(accounts, async (index) => {
    tokens[nameOf(index)] = await readToken(sandbox, nameOf(index));
  });
  return tokens;
}

async function readToken({ url }: Sandbox, account: string): Promise<string> {
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: 'sandbox-x-client', redirect_uri: redirectUri, state: 's' },
    ...{ scope: 'tweet.read users.read', code_challenge: verifier, code_challenge_method: 'plain' },
    ...{ decision: 'approve', account },
  });
  const agreed = await fetch(`${url}/x/x.com/i/oauth2/authorize?${query.toString()}`, { redirect: 'manual' });
  const code = new URL(agreed.headers.get('location') ?? 'http://missing').searchParams.get('code') ?? '';
  const response = await fetch(`${url}/x/api.x.com/2/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('sandbox-x-client:sandbox-x-secret').toString('base64')}` },
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier },
    }),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`the sandbox issued no token: ${response.status}`);
  return token;
}
