import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { Random } from '../../harness/random.ts';
import { createWorkerPool } from '../../harness/programs/worker-pool.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { openFixture, type Fixture } from '../publish/fixture.ts';
import { createPost, readTargets, waitForEnd } from '../publish/posts.ts';

const figures = {
  quick: { comments: 150, people: 45, kills: 15 },
  full: { comments: 1000, people: 300, kills: 60 },
};
const platform = 'instagram';
const burst = 25;
const faultShare = 0.05;
const slowShare = 0.2;
/** Shorter than real: a log whose worker died is taken over after the lease. */
const timing = {
  automationPollMs: 100,
  automationLeaseMs: 5000,
  automationRetryMs: [300, 600, 900],
  tokenSweepMs: 300,
};
const platformEventTiming = { platformEventLeaseMs: 5000, platformEventPollMs: 100 };

export const answerComments: Case = {
  id: 'answer-comments',
  about:
    'Lets hundreds of people comment in bursts while platform events come twice, responses are lost and workers are killed; no comment is answered twice, nobody gets two messages of one automation, and the statistics equal the logs.',
  run: async (testbed, { tier, random, overrides }) => {
    const figure = figures[tier];
    const [comments, people] = [overrides.get('comments') ?? figure.comments, overrides.get('people') ?? figure.people];
    const kills = overrides.get('kills') ?? figure.kills;
    await using fixture = await openFixture(testbed, {
      ...{ accounts: 1, on: [platform], timing: { ...timing, ...platformEventTiming } },
    });
    const { database, options } = fixture;
    const pool = await createWorkerPool(() => database.startWorker({ ...options, isSpare: true }), {
      ...{ atWork: 2, ready: 3 },
    });
    const stage = await openStage(fixture);
    await injectFaults(fixture, { comments, random, overMs: kills * 400 });
    const writing = { isOver: false };
    const written = writeAll(fixture, stage, { comments, people, random, overMs: kills * 350 }).finally(
      () => (writing.isOver = true),
    );
    void written.catch(() => undefined);
    while (!writing.isOver || pool.kills < kills) {
      await sleep(random.between(250, 550));
      await pool.killOne(random);
    }
    await written;
    await waitForLogs(fixture, comments);
    await pool.stop();
    const findings = noFindings();
    const logs = await readLogs(fixture);
    const messages = await readMessages(fixture);
    findings.counts = {
      ...{ comments, people, kills: pool.kills, logs: logs.length, messages: messages.length },
      ...Object.fromEntries(['sent', 'failed', 'skipped'].map((status) => [status, countOf(logs, status)])),
    };
    findings.faults.push(...judge(logs, messages), ...(await judgeStats(fixture)), ...(await judgeEvents(fixture)));
    findings.faults.push(
      ...(await checkInvariants(database.sql, { secrets: [fixture.user.key], logs: testbed.supervisor.logs() })),
    );
    return findings;
  },
};

type Stage = { account: string; post: string; texts: ReadonlyMap<string, string> };

async function openStage(fixture: Fixture): Promise<Stage> {
  const { api, user, database } = fixture;
  const [target] = fixture.accounts[platform];
  if (target === undefined) throw new Error('an account is missing');
  await createPost(fixture, { content: 'A post to comment on', platforms: [target], kind: 'image' });
  await waitForEnd(fixture, 60_000);
  const [published] = await database.sql<{ id: string; account: string }>(
    `SELECT t.platform_post_id AS id, a.provider_account_id AS account
       FROM post_targets t JOIN accounts a ON a.id = t.account_id WHERE t.status = 'published'`,
  );
  if (published === undefined) throw new Error(`the post failed: ${JSON.stringify(await readTargets(fixture))}`);
  const unsubscribed = () => database.sql('SELECT 1 FROM accounts WHERE subscribe_at IS NOT NULL');
  await waitUntil('a subscription to events', 60_000, async () => (await unsubscribed()).length === 0);
  const texts = new Map<string, string>();
  for (const fields of [
    { name: 'Post', platformPostId: published.id, keywords: ['guide'], matchMode: 'word', typoTolerance: true },
    { name: 'Account' },
  ]) {
    const dmMessage = `Message of ${fields.name}`;
    const input = { accountId: target.accountId, dmMessage, commentReply: `Reply of ${fields.name}`, ...fields };
    const path = '/v1/comment-automations';
    const { status, body } = await api.call<{ automation: { id: string } }>(user, 'POST', path, input);
    if (status !== 201) throw new Error(`an automation returned ${status} ${JSON.stringify(body)}`);
    texts.set(body.automation.id, dmMessage);
  }
  return { account: published.account, post: published.id, texts };
}

async function injectFaults(
  { sandbox }: Fixture,
  { comments, random, overMs }: { comments: number; random: Random; overMs: number },
): Promise<void> {
  await sandbox.control('POST', 'delivery', { platform, duplicate: true });
  // Lets kills hit messages that were sent, but whose response has not arrived.
  const slow = { platform, operation: 'sendMessage', kind: 'slowResponse', value: 400 };
  await sandbox.control('POST', 'faults', { ...slow, times: Math.round(comments * slowShare) });
  for (const operation of ['sendMessage', 'createReply']) {
    for (const kind of ['lostResponse', 'errorAfter', 'errorBefore']) {
      for (let n = 0; n < comments * faultShare; n += 1) {
        await sandbox.control('POST', 'faults', { platform, operation, kind, afterMs: random.between(0, overMs) });
      }
    }
  }
}

type Writing = { comments: number; people: number; random: Random; overMs: number };

async function writeAll(
  { sandbox }: Fixture,
  { account, post }: Stage,
  { comments, people, random, overMs }: Writing,
): Promise<void> {
  const startedMs = performance.now();
  for (let n = 0; n < comments; n += 1) {
    const word = random.pick(['guide', 'GUIDDE', 'hello', 'nice']);
    const person = `person.${random.between(1, people)}`;
    await sandbox.control('POST', 'comments', { platform, account, post, person, text: `${word} number ${n}` });
    const aheadMs = (overMs * n) / comments - (performance.now() - startedMs);
    if (n % burst === 0 && aheadMs > 0) await sleep(aheadMs);
  }
}

async function waitForLogs({ database }: Fixture, comments: number): Promise<void> {
  await waitUntil('the end of all logs', 300_000, async () => {
    const [row] = await database.sql<{ open: number; logs: number }>(
      `SELECT (SELECT count(*)::int FROM automation_logs) AS logs,
              (SELECT count(*)::int FROM automation_logs WHERE due_at IS NOT NULL) AS open`,
    );
    const isOver = row?.open === 0 && row.logs === comments;
    if (!isOver) await sleep(300);
    return isOver;
  });
}

type Log = {
  automation: string;
  comment: string;
  person: string;
  status: string;
  message: string | null;
  error: string | null;
};

const readLogs = ({ database }: Fixture): Promise<Log[]> =>
  database.sql<Log>(
    `SELECT automation_id AS automation, comment_id AS comment, commenter_id AS person, status,
            sent_message_id AS message, error FROM automation_logs`,
  );

type Message = { id: string; direction: string; text?: string; commentId: string | null };

async function readMessages({ sandbox }: Fixture): Promise<Message[]> {
  const { messages } = await sandbox.control<{ messages: Message[] }>('GET', `ledger?platform=${platform}`);
  return messages.filter(({ direction }) => direction === 'outgoing');
}

const countOf = (logs: readonly Log[], status: string): number => logs.filter((log) => log.status === status).length;

function judge(logs: readonly Log[], messages: readonly Message[]): string[] {
  const logOf = new Map(logs.map((log) => [log.comment, log]));
  const faults: string[] = [];
  const repeated = (key: (message: Message) => string): string[] =>
    [...Map.groupBy(messages, key)].filter(([, { length }]) => length > 1).map(([name]) => name);
  for (const comment of repeated(({ commentId }) => commentId ?? '')) faults.push(`${comment} was answered twice`);
  const receiver = ({ commentId }: Message): string => {
    const log = logOf.get(commentId ?? '');
    return `${log?.person} by ${log?.automation}`;
  };
  for (const person of repeated(receiver)) faults.push(`${person} was written to twice`);
  const ids = new Set(messages.map(({ id }) => id));
  for (const { comment, status, message, error } of logs) {
    // The platform accepts one private reply per comment.
    if (error?.includes('already has a private reply')) faults.push(`a second message was sent to ${comment}`);
    if (status === 'sent' && !ids.has(message ?? '')) faults.push(`${comment} counts as sent, but nothing arrived`);
    if (status === 'pending') faults.push(`${comment} is still pending`);
  }
  for (const { id, commentId } of messages) {
    const status = logOf.get(commentId ?? '')?.status;
    if (status !== 'sent' && status !== 'failed') faults.push(`message ${id} has a log with status ${status}`);
  }
  return faults;
}

async function judgeStats({ database }: Fixture): Promise<string[]> {
  const rows = await database.sql<{ id: string }>(
    `SELECT a.id FROM comment_automations a LEFT JOIN automation_logs l ON l.automation_id = a.id
      GROUP BY a.id
     HAVING a.total_triggered <> count(l.id) OR a.total_sent <> count(*) FILTER (WHERE l.status = 'sent')
         OR a.total_failed <> count(*) FILTER (WHERE l.status = 'failed')`,
  );
  return rows.map(({ id }) => `the statistics of ${id} differ from its logs`);
}

async function judgeEvents({ database }: Fixture): Promise<string[]> {
  const rows = await database.sql<{ id: string; count: number }>(
    `SELECT l.id, count(e.id)::int AS count FROM automation_logs l
       LEFT JOIN events e ON e.resource_id = l.id AND e.type = 'automation.' || l.status
      WHERE l.status IN ('sent', 'failed') GROUP BY l.id HAVING count(e.id) <> 1`,
  );
  return rows.map(({ id, count }) => `${id} has ${count} events`);
}
