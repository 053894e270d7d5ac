import { checkInvariants } from '../../check.ts';
import { noFindings, percentile, type Case } from '../../harness/case.ts';
import { watchMemory } from '../../harness/programs/memory.ts';
import { firstProfile, liftTelegramLimits, telegramBot } from '../../harness/sandbox-account.ts';
import { startSinks } from '../../harness/network/sinks.ts';
import type { Api } from '../../harness/testbed.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { openFixture, type Fixture } from '../publish/fixture.ts';
import { createEndpoint, emitEvents } from '../webhooks/endpoints.ts';

/** Every row becomes a post on each account. */
const figures = { quick: { rows: 15, events: 500 }, full: { rows: 5000, events: 100_000 } };
const accounts = 20;
const rowsPerFile = 500;
const eventsPerRequest = 100;
/** A worker holds up to 128 deliveries, plus results that are not written yet. */
const claimedMax = 192;
const [memoryMbAim, firstWorkMsAim, latencyMsAim] = [600, 5000, 500];

export const startOnBacklog: Case = {
  id: 'start-on-backlog',
  about:
    'Starts the only worker on a backlog of due posts and webhook deliveries; it claims a bounded number at a time, finishes all of it once, and the API keeps responding.',
  run: async (testbed, { tier, overrides }) => {
    const rows = overrides.get('rows') ?? figures[tier].rows;
    const events = overrides.get('events') ?? figures[tier].events;
    const findings = noFindings();
    const farm = await startSinks(1);
    // The pause between late posts of an account would take most of the time.
    await using fixture = await openFixture(testbed, { accounts, on: ['telegram'], timing: { catchUpSpacingMs: 1 } });
    const { api, user, database, options, sandbox } = fixture;
    await liftTelegramLimits(sandbox.control, [telegramBot]);
    const admitted = farm.sinks.map(({ port }) => port);
    const emitter = await database.startApi({ ...options, users: 0, admitted });
    await createBacklog(fixture, { rows, events, url: farm.sinks[0]?.url ?? '', emitter });
    const worker = database.startWorker({ ...options, admitted });
    await worker.waitForEvent('working');
    const startedMs = performance.now();
    await using memory = watchMemory(worker.pid);
    const latencies: number[] = [];
    let [claimed, firstWorkMs] = [0, 0];
    await waitUntil('the end of the backlog', 3_600_000, async () => {
      const progress = await readProgress(fixture);
      claimed = Math.max(claimed, progress.claimed);
      if (firstWorkMs === 0 && progress.done > 0) firstWorkMs = Math.round(performance.now() - startedMs);
      const sentMs = performance.now();
      const { status } = await api.call(user, 'GET', '/v1/posts?limit=5');
      latencies.push(performance.now() - sentMs);
      if (status !== 200) findings.faults.push(`a list returned ${status}`);
      await sleep(50);
      return progress.open === 0;
    });
    await worker.stop();
    await emitter.child.stop();
    const published = await database.sql(`SELECT 1 FROM post_targets WHERE status = 'published'`);
    if (published.length !== rows * accounts) findings.faults.push(`${published.length} targets were published`);
    // Every post emits an event, too.
    const attempts = farm.receipts.length;
    if (attempts !== events + rows) findings.faults.push(`${events + rows} events had ${attempts} attempts`);
    if (claimed > claimedMax) findings.faults.push(`${claimed} rows were claimed at the same time`);
    const latencyMs = Math.round(percentile(latencies, 0.99));
    findings.counts = { targets: published.length, events, claimedMax: claimed };
    findings.times = { peakMb: memory.peakMb(), firstWorkMs, latencyMs };
    if (memory.peakMb() > memoryMbAim) findings.warnings.push(`the worker held ${memory.peakMb()} MB`);
    if (firstWorkMs > firstWorkMsAim) findings.warnings.push(`the first work was done after ${firstWorkMs} ms`);
    if (latencyMs > latencyMsAim) findings.warnings.push(`the API responded in ${latencyMs} ms`);
    const observed = { secrets: [user.key], logs: testbed.supervisor.logs() };
    findings.faults.push(...(await checkInvariants(database.sql, observed)));
    await farm.close();
    return findings;
  },
};

type Backlog = { rows: number; events: number; url: string; emitter: Api };

async function createBacklog({ api, user, database }: Fixture, backlog: Backlog): Promise<void> {
  const { rows, events, url, emitter } = backlog;
  const profileId = await firstProfile(api, user);
  const laterDay = new Date(Date.now() + 86_400_000).toISOString();
  for (let first = 0; first < rows; first += rowsPerFile) {
    const lines = Array.from(
      { length: Math.min(rowsPerFile, rows - first) },
      (_, n) => `Post ${first + n},telegram,${profileId},${laterDay}`,
    );
    const response = await fetch(`${api.baseUrl}/v1/posts/bulk-upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.key}`, 'content-type': 'text/csv' },
      body: `post_content,platforms,profiles,schedule_time\n${lines.join('\n')}\n`,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`the file returned ${response.status} ${text.slice(0, 500)}`);
  }
  await createEndpoint(emitter, { user, sink: 0, url });
  for (let first = 0; first < events; first += eventsPerRequest) {
    const count = Math.min(eventsPerRequest, events - first);
    await emitEvents(emitter, {
      user,
      data: Array.from({ length: count }, (_, n) => ({ suiteId: `event-${first + n}` })),
    });
  }
  await database.sql(
    `WITH moved AS (UPDATE posts SET scheduled_for = now() WHERE status = 'scheduled')
     UPDATE post_targets SET due_at = now()`,
  );
}

type Progress = { open: number; done: number; claimed: number };

async function readProgress({ database }: Fixture): Promise<Progress> {
  const [row] = await database.sql<Progress>(
    `SELECT d.open + t.open AS open, d.done + t.done AS done, greatest(d.claimed, t.claimed) AS claimed
       FROM (SELECT (SELECT count(*)::int FROM open_deliveries) AS open,
                    (SELECT count(*)::int FROM webhook_deliveries WHERE status = 'delivered') AS done,
                    (SELECT count(*)::int FROM open_deliveries WHERE claim_token IS NOT NULL) AS claimed) d,
            (SELECT count(*) FILTER (WHERE due_at IS NOT NULL)::int AS open,
                    count(*) FILTER (WHERE status = 'published')::int AS done,
                    count(*) FILTER (WHERE claim_token IS NOT NULL)::int AS claimed FROM post_targets) t`,
  );
  if (row === undefined) throw new Error('no progress can be read');
  return row;
}
