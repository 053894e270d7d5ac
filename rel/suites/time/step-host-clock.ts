import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { readLedger } from '../../harness/ledger.ts';
import { sleep } from '../../harness/wait.ts';
import { waitForEnd } from '../publish/posts.ts';
import { openFixture, type Fixture } from '../publish/fixture.ts';
import { createDuePosts } from './due-posts.ts';

const figures = { quick: 5, full: 50 };
const shiftMs = 7_200_000;
const stepMs = 900;
const perStep = 4;
const earlyMsMax = 1000;

export const stepHostClock: Case = {
  id: 'step-host-clock',
  about: 'Moves the clock of the worker by two hours back and forth; no post is published early or twice.',
  run: async (testbed, { tier, overrides }) => {
    const steps = overrides.get('steps') ?? figures[tier];
    const findings = noFindings();
    await using fixture = await openFixture(testbed, { accounts: perStep, on: ['telegram'] });
    const worker = fixture.database.startWorker({ ...fixture.options, isSpare: true, clockShiftMs: shiftMs });
    await worker.waitForEvent('ready');
    const dues = Array.from({ length: steps * perStep }, (_, n) => {
      const inMs = 1500 + (n * stepMs) / perStep;
      return { content: `Step ${n}`, account: n % perStep, inMs, lateness: { maxMinutes: 30 } };
    });
    await createDuePosts(fixture, dues);
    worker.write('go');
    for (let step = 1; step <= steps; step += 1) {
      await sleep(stepMs);
      worker.write(String(step % 2 === 0 ? shiftMs : -shiftMs));
    }
    await waitForEnd(fixture, 30_000);
    await worker.stop();
    const ledger = await readLedger(fixture.sandbox);
    findings.faults.push(...(await findEarly(fixture, new Map(ledger.map((one) => [one.text, one.createdAt])))));
    findings.counts = { steps, posts: dues.length, live: ledger.length };
    const posts = { ledger };
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(fixture.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

/** The sandbox's clock is not moved. */
async function findEarly({ database }: Fixture, live: ReadonlyMap<string, string>): Promise<string[]> {
  const rows = await database.sql<{ content: string; at: Date; status: string }>(
    'SELECT content, scheduled_for AS at, status FROM posts',
  );
  return rows.flatMap(({ content, at, status }) => {
    const liveAt = live.get(content);
    if (liveAt === undefined || status !== 'published') return [`${content} ended ${status}`];
    const earlyMs = at.getTime() - new Date(liveAt).getTime();
    return earlyMs > earlyMsMax ? [`${content} was ${earlyMs} ms early`] : [];
  });
}
