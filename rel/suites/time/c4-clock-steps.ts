import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { readLedger } from '../../harness/ledger.ts';
import { sleep } from '../../harness/wait.ts';
import { waitForEnd } from '../publish/posts.ts';
import { openScene, type Scene } from '../publish/scene.ts';
import { makeDue } from './due-posts.ts';

const figures = { quick: 5, full: 50 };
const shiftMs = 7_200_000;
const stepMs = 900;
const perStep = 4;
const earlyMsMax = 1000;

export const c4ClockSteps: Case = {
  id: 'C4',
  about: 'the clock of a worker’s host jumps by two hours, back and forth: nothing is early, nothing twice',
  run: async (stage, { tier, given }) => {
    const steps = given.get('steps') ?? figures[tier];
    const findings = noFindings();
    await using scene = await openScene(stage, { accounts: perStep, on: ['telegram'] });
    const worker = scene.database.startWorker({ ...scene.options, isSpare: true, clockShiftMs: shiftMs });
    await worker.told('ready');
    const dues = Array.from({ length: steps * perStep }, (_, n) => {
      const inMs = 1500 + (n * stepMs) / perStep;
      return { content: `Step ${n}`, account: n % perStep, inMs, lateness: { maxMinutes: 30 } };
    });
    await makeDue(scene, dues);
    worker.write('go');
    for (let step = 1; step <= steps; step += 1) {
      await sleep(stepMs);
      worker.write(String(step % 2 === 0 ? shiftMs : -shiftMs));
    }
    await waitForEnd(scene, 30_000);
    await worker.stop();
    const ledger = await readLedger(scene.sandbox);
    findings.faults.push(...(await findEarly(scene, new Map(ledger.map((one) => [one.text, one.createdAt])))));
    findings.counts = { steps, posts: dues.length, live: ledger.length };
    const posts = { ledger, doubtful: new Set<string>(), acknowledged: new Set<string>() };
    const logs = stage.supervisor.logs();
    findings.faults.push(...(await checkInvariants(scene.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

/** Against the network's own clock, which nobody moved. */
async function findEarly({ database }: Scene, live: ReadonlyMap<string, string>): Promise<string[]> {
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
