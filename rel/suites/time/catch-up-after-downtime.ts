import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { liftTelegramLimits, telegramBot } from '../../harness/sandbox-account.ts';
import { readLedger } from '../../harness/ledger.ts';
import { waitForEnd } from '../publish/posts.ts';
import { scaled } from '../publish/scaled.ts';
import { openFixture, type Fixture } from '../publish/fixture.ts';
import { createDuePosts, type Due } from './due-posts.ts';

const figures = { quick: { posts: 100, accounts: 10 }, full: { posts: 1000, accounts: 50 } };
const minuteMs = 60_000;
const downMinutes = 90;
const latenesses = [
  { maxMinutes: 30, otherwise: 'hold' },
  { maxMinutes: 30, otherwise: 'skip' },
  { maxMinutes: 1440, otherwise: 'hold' },
  { maxMinutes: 120, otherwise: 'skip' },
] as const;
type Missed = { id: string; status: string; scheduled: boolean; events: number; content: string };

export const catchUpAfterDowntime: Case = {
  id: 'catch-up-after-downtime',
  about:
    'Starts a worker after 90 minutes of downtime; posts within their lateness limit are published once and spaced out, the others are held or skipped.',
  run: async (testbed, { tier, overrides }) => {
    const posts = overrides.get('posts') ?? figures[tier].posts;
    const accounts = overrides.get('accounts') ?? figures[tier].accounts;
    const findings = noFindings();
    await using fixture = await openFixture(testbed, { accounts, on: ['telegram'] });
    await liftTelegramLimits(fixture.sandbox.control, [telegramBot]);
    const dues = Array.from({ length: posts }, (_, n) => dueOf(n, { posts, accounts }));
    await createDuePosts(fixture, dues);
    const worker = fixture.database.startWorker(fixture.options);
    await waitForEnd(fixture, 60_000);
    await worker.stop();
    const rows = new Map((await readMissed(fixture)).map((row) => [row.content, row]));
    const ledger = await readLedger(fixture.sandbox);
    for (const due of dues) {
      const live = ledger.filter(({ text }) => text === due.content).length;
      findings.faults.push(...judge(due, rows.get(due.content), live));
    }
    findings.faults.push(...(await findCrowded(fixture)));
    findings.counts = { posts, accounts, live: ledger.length };
    const seen = { ledger };
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(fixture.database.sql, { secrets: [], logs, posts: seen })));
    return findings;
  },
};

type Late = Due & { lateMinutes: number; limit: (typeof latenesses)[number] };

/** Keeps half a minute away from every lateness limit. */
function dueOf(n: number, { posts, accounts }: { posts: number; accounts: number }): Late {
  const limit = latenesses[n % latenesses.length] ?? latenesses[0];
  const spread = Math.floor((downMinutes * n) / posts);
  // Posts up to five minutes late are not spaced out; the case publish-on-time covers them.
  const lateMinutes = Math.max(6, spread === limit.maxMinutes ? spread + 1 : spread);
  const inMs = -(lateMinutes + 0.5) * minuteMs;
  return { content: `Late number ${n}`, account: n % accounts, inMs, lateness: limit, lateMinutes, limit };
}

async function readMissed({ database }: Fixture): Promise<Missed[]> {
  return await database.sql<Missed>(
    `SELECT p.id, p.content, p.status, p.scheduled_for IS NOT NULL AS scheduled, (
              SELECT count(*)::int FROM events e WHERE e.type = 'post.missed'
                 AND convert_from(e.body, 'UTF8')::json -> 'data' -> 'post' ->> '_id' = p.id) AS events
       FROM posts p`,
  );
}

function judge({ content, lateMinutes, limit }: Late, row: Missed | undefined, live: number): string[] {
  const isIn = lateMinutes <= limit.maxMinutes;
  const expected = isIn ? 'published' : limit.otherwise === 'hold' ? 'draft' : 'canceled';
  const hasEvents = row?.events === (isIn ? 0 : 1);
  const isKept = expected !== 'draft' || row?.scheduled === false;
  if (row?.status === expected && live === Number(isIn) && hasEvents && isKept) return [];
  const how = `${row?.status}, ${live} live, ${row?.events} events`;
  return [`${content}, ${lateMinutes} minutes late with ${limit.maxMinutes} allowed, is ${how}`];
}

async function findCrowded({ database }: Fixture): Promise<string[]> {
  const rows = await database.sql<{ id: string; ms: number }>(
    `SELECT id, ms FROM (
       SELECT account_id AS id, extract(epoch FROM claimed_at - lag(claimed_at) OVER (PARTITION BY account_id ORDER BY claimed_at)) * 1000 AS ms
         FROM post_targets WHERE status = 'published') gaps WHERE ms < $1`,
    [scaled.catchUpSpacingMs],
  );
  return rows.map(({ id, ms }) => `two late posts of ${id} were claimed ${Math.round(ms)} ms apart`);
}
