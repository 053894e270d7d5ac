import { checkInvariants } from '../../check.ts';
import { noFindings, percentile, type Case } from '../../harness/case.ts';
import { readLedger } from '../../harness/ledger.ts';
import type { Random } from '../../harness/random.ts';
import type { Target } from '../../harness/sandbox-account.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { endsUnknown, simplest, type Platform } from './platforms.ts';
import { readTargets, waitForEnd, type Row } from './posts.ts';
import { openFixture, type Fixture } from './fixture.ts';

const figures = { quick: 7, full: 67 };
/** Keeps the real proportion: the response waits for less than a platform call may take. */
const timing = { publishNowMs: 1500, platformCallMs: 2000 };
const slackMs = 1500;
/** One per kind of look-up. */
const tried: readonly Platform[] = ['telegram', 'bluesky', 'facebook'];
const latenciesMs = [10, 100, 400, 900, 1400, 4000, 20_000];

export const publishNow: Case = {
  id: 'publish-now',
  about:
    'Publishes now on slow platforms while half of the clients disconnect; responses arrive in time, statuses are true, and every post is live once.',
  run: async (testbed, { tier, random, overrides }) => {
    const accounts = overrides.get('accounts') ?? figures[tier];
    const findings = noFindings();
    await using fixture = await openFixture(testbed, { accounts, timing, on: tried });
    const worker = fixture.database.startWorker(fixture.options);
    await worker.waitForEvent('working');
    const requests = await slowDownPlatforms(fixture, random);
    const stored = watchStored(fixture, requests.length);
    const results = await Promise.all(requests.map((request) => send(fixture, request, stored)));
    await waitForEnd(fixture, 40_000);
    await worker.stop();
    const rows = new Map((await readTargets(fixture)).map((row) => [row.content, row]));
    const ledger = await readLedger(fixture.sandbox);
    for (const result of results) {
      const live = ledger.filter(({ text }) => text === result.content).length;
      findings.faults.push(...judge(result, rows.get(result.content), live));
    }
    const waited = results.filter(({ status }) => status !== undefined).map(({ ms }) => ms);
    const slow = waited.filter((ms) => ms > timing.publishNowMs + slackMs);
    findings.warnings.push(...slow.map((ms) => `an answer took ${Math.round(ms)} ms`));
    findings.counts = {
      posts: requests.length,
      answered: waited.length,
      disconnected: requests.length - waited.length,
    };
    findings.times = { maxMs: Math.round(percentile(waited, 1)) };
    const unverifiable = new Set([...rows.values()].filter(isOpaque).map((row) => `${row.post_id} ${row.account_id}`));
    const posts = { ledger, unverifiable };
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(fixture.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

const isOpaque = ({ platform }: Row): boolean => endsUnknown(platform, { isLive: false });

type PublishRequest = { content: string; target: Target; disconnectsAfterMs: number | undefined };

async function slowDownPlatforms(fixture: Fixture, random: Random): Promise<PublishRequest[]> {
  const requests: PublishRequest[] = [];
  for (const platform of tried) {
    for (const [n, target] of fixture.accounts[platform].entries()) {
      const value = latenciesMs[n % latenciesMs.length] ?? 0;
      const account = await nameOf(fixture, target);
      const { operation } = simplest(platform).send;
      await fixture.sandbox.control('POST', 'faults', { platform, operation, account, kind: 'slow', value });
      const disconnectsAfterMs = requests.length % 2 === 0 ? undefined : random.between(0, 500);
      requests.push({ content: `Now on ${platform}, ${value} ms, number ${n}`, target, disconnectsAfterMs });
    }
  }
  return requests;
}

async function nameOf({ database }: Fixture, { accountId }: Target): Promise<string> {
  const [row] = await database.sql<{ id: string }>('SELECT provider_account_id AS id FROM accounts WHERE id = $1', [
    accountId,
  ]);
  return row?.id ?? '';
}

type Outcome = PublishRequest & { ms: number; status: string | undefined; code: number | undefined };

type WaitForStored = (content: string) => Promise<void>;

function watchStored(fixture: Fixture, count: number): WaitForStored {
  const seen = new Set<string>();
  const looking = waitUntil('all posts', 20_000, async () => {
    for (const { content } of await readTargets(fixture)) seen.add(content);
    return seen.size >= count;
  });
  return async (content) => {
    void looking.catch(() => undefined);
    await waitUntil(`the post ${content}`, 20_000, () => seen.has(content));
  };
}

async function send({ api, user }: Fixture, request: PublishRequest, stored: WaitForStored): Promise<Outcome> {
  const { content, target, disconnectsAfterMs } = request;
  const body = JSON.stringify({ content, platforms: [target], publishNow: true });
  const headers = { authorization: `Bearer ${user.key}`, 'content-type': 'application/json' };
  const disconnect = new AbortController();
  const startedMs = performance.now();
  const pending = fetch(`${api.baseUrl}/v1/posts`, { method: 'POST', headers, body, signal: disconnect.signal }).catch(
    () => undefined,
  );
  if (disconnectsAfterMs !== undefined) {
    await stored(content);
    await sleep(disconnectsAfterMs);
    disconnect.abort();
  }
  const response = await pending;
  const text = await response?.text().catch(() => undefined);
  const ms = performance.now() - startedMs;
  const post = text === undefined ? undefined : (JSON.parse(text) as { post?: { status: string } }).post;
  return { ...request, ms, status: post?.status, code: response?.status };
}

/** A reported final status must not change, and only the time limit may end a wait earlier. */
function judge({ content, ms, status, code }: Outcome, row: Row | undefined, live: number): string[] {
  const isOpen = status === 'queued' || status === 'publishing';
  const faults: string[] = [];
  if (row === undefined) return [`${content} does not exist`];
  if (code !== undefined && code !== 201) faults.push(`returned ${code}`);
  if (status !== undefined && !isOpen && status !== row.status)
    faults.push(`was reported as ${status}, is ${row.status}`);
  if (isOpen && ms < timing.publishNowMs - 100) faults.push(`was reported as ${status} after ${Math.round(ms)} ms`);
  const isEnded = row.status === 'published' || (isOpaque(row) && row.error_code === 'outcomeUnknown');
  if (!isEnded) faults.push(`ended ${row.status} ${row.error}`);
  if (live !== 1) faults.push(`ended ${row.status} ${row.error_code ?? ''} and is live ${live} times`);
  return faults.map((fault) => `${content} ${fault}`);
}
