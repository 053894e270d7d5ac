import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { accountOf, makeAccounts, removeAccounts } from './accounts.ts';
import { firstOwner, pileUpPosts, removePosts } from './pile-up.ts';
import { requireLive, type Sandbox } from './sandbox.ts';
import { waitForPosts } from './wait.ts';

const accountCount = 50;
const leadMs = 3000;

type Lateness = {
  perSecond: number;
  seconds: number;
  prepare?(): Promise<void>;
  /** Runs from the first due post until the signal. */
  beside?(signal: AbortSignal): Promise<void>;
};

/** Returns the p99 in seconds from a post's time to the start of its publishing. */
export async function measureLateness(db: pg.Client, sandbox: Sandbox, lateness: Lateness): Promise<number> {
  const { perSecond, seconds, prepare, beside } = lateness;
  const count = perSecond * seconds;
  await removePosts(db);
  await makeAccounts(db, sandbox, accountCount);
  await prepare?.();
  const firstAt = new Date(Date.now() + leadMs);
  const scheduledFor = `'${firstAt.toISOString()}'::timestamptz + (n - 1) * interval '${1000 / perSecond} ms'`;
  const owner = { ownerId: await firstOwner(db), accountOf: accountOf(accountCount) };
  await pileUpPosts(db, { ...owner, count, scheduledFor });
  if (Date.now() > firstAt.getTime()) throw new Error('the first post was due before all were created');
  const stopping = new AbortController();
  const published = waitForPosts(db, leadMs + seconds * 1000 + 30_000).finally(() => stopping.abort());
  await sleep(firstAt.getTime() - Date.now());
  await Promise.all([published, beside?.(stopping.signal)]);
  const { rows } = await db.query<{ p99: number }>(
    `SELECT percentile_cont(0.99) WITHIN GROUP (
              ORDER BY extract(epoch FROM t.claimed_at - p.scheduled_for))::float8 AS p99
       FROM post_targets t JOIN posts p ON p.id = t.post_id WHERE t.platform = 'telegram'`,
  );
  await requireLive(sandbox, count);
  await removePosts(db);
  await removeAccounts(db);
  return rows[0]?.p99 ?? Infinity;
}
