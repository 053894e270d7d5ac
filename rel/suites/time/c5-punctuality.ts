import { checkInvariants } from '../../check.ts';
import { noFindings, percentile, type Case } from '../../harness/case.ts';
import { readLedger } from '../../harness/ledger.ts';
import { waitForEnd } from '../publish/posts.ts';
import { openScene } from '../publish/scene.ts';
import { makeDue } from './due-posts.ts';

const figures = { quick: { perSecond: 10, seconds: 8 }, full: { perSecond: 20, seconds: 120 } };
const accounts = 20;
const p99MsMax = 2000;
/** As outside the suites: how often they look is what makes workers late. */
const timing = { publishPollMs: 1000 };

export const c5Punctuality: Case = {
  id: 'C5',
  about: 'posts that are due every moment begin to go out when they should',
  run: async (stage, { tier, given }) => {
    const perSecond = given.get('perSecond') ?? figures[tier].perSecond;
    const seconds = given.get('seconds') ?? figures[tier].seconds;
    const findings = noFindings();
    await using scene = await openScene(stage, { accounts, timing, on: ['telegram'] });
    const worker = scene.database.startWorker({ ...scene.options, isSpare: true });
    await worker.told('ready');
    const dues = Array.from({ length: perSecond * seconds }, (_, n) => {
      return { content: `Point ${n}`, account: n % accounts, inMs: 2000 + (n * 1000) / perSecond };
    });
    await makeDue(scene, dues);
    worker.write('go');
    await waitForEnd(scene, (seconds + 30) * 1000);
    await worker.stop();
    const rows = await scene.database.sql<{ content: string; status: string; ms: number }>(
      `SELECT p.content, p.status, extract(epoch FROM t.sent_at - p.scheduled_for)::float8 * 1000 AS ms
         FROM posts p JOIN post_targets t ON t.post_id = p.id`,
    );
    const lost = rows.filter(({ status }) => status !== 'published');
    findings.faults.push(...lost.map(({ content, status }) => `${content} ended ${status}`));
    const delays = rows.map(({ ms }) => ms);
    const p99Ms = Math.round(percentile(delays, 0.99));
    findings.times = { p50Ms: Math.round(percentile(delays, 0.5)), p99Ms };
    if (p99Ms > p99MsMax) findings.warnings.push(`one in a hundred begins ${p99Ms} ms late`);
    // No machine is that slow: they are found by chance.
    if (p99Ms > 10 * p99MsMax) findings.faults.push(`one in a hundred begins ${p99Ms} ms late`);
    findings.counts = { posts: rows.length, perSecond };
    const posts = {
      ledger: await readLedger(scene.sandbox),
      doubtful: new Set<string>(),
      acknowledged: new Set<string>(),
    };
    const logs = stage.supervisor.logs();
    findings.faults.push(...(await checkInvariants(scene.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};
