import { checkInvariants } from '../../check.ts';
import type { Findings } from '../../harness/case.ts';
import { readLedger, type LedgerPost } from '../../harness/ledger.ts';
import { violation } from '../../invariants.ts';
import { endsUnknown } from '../publish/platforms.ts';
import { eventType } from '../webhooks/endpoints.ts';
import type { Fixture } from './fixture.ts';
import type { PostingClients } from './posting-clients.ts';

/** On this machine's clock: first fault, kill, and the next acknowledged write. */
export type Outage = { brokenMs: number; killedMs: number; backMs: number };

type TargetRow = {
  post_id: string;
  account_id: string;
  platform: string;
  status: string;
  error_code: string | null;
  sent_at: Date | null;
};

/** A send this close to an outage may have lost its response or its result. */
const nearMs = 10_000;

export async function findLostWrites({ sql }: Fixture, { acknowledged }: PostingClients): Promise<string[]> {
  // Posts acknowledged after the query began may be missing in its result.
  const expected = [...acknowledged];
  const rows = await sql<{ id: string }>('SELECT id FROM posts');
  const stored = new Set(rows.map(({ id }) => id));
  return expected
    .filter(([id]) => !stored.has(id))
    .map(([id, content]) => violation('no-lost-posts', `${id} (${content}) was acknowledged and does not exist`));
}

type End = { clients: PostingClients; outages: readonly Outage[]; findings: Findings };

export async function judgeEnd(fixture: Fixture, { clients, outages, findings }: End): Promise<void> {
  const { sql, user, sandbox, receipts, logs } = fixture;
  const targets = await sql<TargetRow>(
    'SELECT post_id, account_id, platform, status, error_code, sent_at FROM post_targets',
  );
  const ledger = await readLedger(sandbox);
  const unknown = targets.filter((target) => target.error_code === 'outcomeUnknown');
  const unverifiable = new Set(
    unknown
      .filter((target) => endsUnknown(target.platform, { isLive: true }) && isNear(target, outages))
      .map((target) => `${target.post_id} ${target.account_id}`),
  );
  const posts = { ledger, unverifiable, acknowledged: new Set(clients.acknowledged.keys()) };
  const unfinished = targets.filter(
    (target) => target.status !== 'published' && target.error_code !== 'outcomeUnknown',
  );
  findings.faults.push(
    ...unfinished.map((one) => `${one.post_id} on ${one.platform} ended as ${one.status} (${one.error_code})`),
    ...(await findUnknownPosts(fixture, ledger)),
    ...(await findLostEvents(fixture)),
    ...(await checkInvariants(sql, { secrets: [user.key], logs: logs(), posts })),
  );
  findings.counts = {
    failovers: outages.length,
    acknowledged: clients.acknowledged.size,
    unavailable: clients.unavailable(),
    published: targets.filter(({ status }) => status === 'published').length,
    unknown: unknown.length,
    received: receipts.length,
  };
}

function isNear({ sent_at: sentAt }: TargetRow, outages: readonly Outage[]): boolean {
  const ms = sentAt?.getTime() ?? 0;
  return outages.some(({ brokenMs, backMs }) => ms > brokenMs - nearMs && ms < backMs + nearMs);
}

async function findUnknownPosts({ sql }: Fixture, ledger: readonly LedgerPost[]): Promise<string[]> {
  const rows = await sql<{ content: string }>('SELECT content FROM posts');
  const stored = new Set(rows.map(({ content }) => content));
  return ledger
    .filter(({ text }) => !stored.has(text))
    .map(({ platform, text }) => `"${text}" is live on ${platform}, and the database does not know it`);
}

async function findLostEvents({ sql, receipts }: Fixture): Promise<string[]> {
  const events = await sql<{ id: string }>('SELECT id FROM events WHERE type = $1', [eventType]);
  const unreported = await sql<{ id: string }>(
    `SELECT t.post_id AS id FROM post_targets t WHERE t.status = 'published'
        AND NOT EXISTS (SELECT 1 FROM events e WHERE e.resource_id = t.post_id AND e.type = $1)`,
    [eventType],
  );
  const received = new Set(receipts.map(({ headers }) => String(headers['x-service-event-id'])));
  const stored = new Set(events.map(({ id }) => id));
  return [
    ...unreported.map(({ id }) => `${id} was published without an event`),
    ...[...stored].filter((id) => !received.has(id)).map((id) => `event ${id} never arrived`),
    ...[...received].filter((id) => !stored.has(id)).map((id) => `event ${id} arrived, and the database has lost it`),
  ];
}
