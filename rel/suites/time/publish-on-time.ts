import { checkInvariants } from '../../check.ts';
import { noFindings, percentile, type Case } from '../../harness/case.ts';
import { readLedger } from '../../harness/ledger.ts';
import { waitForEnd } from '../publish/posts.ts';
import { openFixture } from '../publish/fixture.ts';
import { createDuePosts } from './due-posts.ts';

const figures = { quick: { perSecond: 10, seconds: 8 }, full: { perSecond: 20, seconds: 120 } };
const accounts = 20;
const p99MsMax = 2000;
/** Close to the real poll interval, which determines how late workers notice due posts. */
const timing = { publishPollMs: 1000 };

export const publishOnTime: Case = {
  id: 'publish-on-time',
  about: 'Schedules many posts per second; 99 % of them are sent within two seconds of their scheduled time.',
  run: async (testbed, { tier, overrides }) => {
    const perSecond = overrides.get('perSecond') ?? figures[tier].perSecond;
    const seconds = overrides.get('seconds') ?? figures[tier].seconds;
    const findings = noFindings();
    await using fixture = await openFixture(testbed, { accounts, timing, on: ['telegram'] });
    const worker = fixture.database.startWorker({ ...fixture.options, isSpare: true });
    await worker.waitForEvent('ready');
    const dues = Array.from({ length: perSecond * seconds }, (_, n) => {
      return { content: `Point ${n}`, account: n % accounts, inMs: 2000 + (n * 1000) / perSecond };
    });
    await createDuePosts(fixture, dues);
    worker.write('go');
    await waitForEnd(fixture, (seconds + 30) * 1000);
    await worker.stop();
    const rows = await fixture.database.sql<{ content: string; status: string; ms: number }>(
      `SELECT p.content, p.status, extract(epoch FROM t.sent_at - p.scheduled_for)::float8 * 1000 AS ms
         FROM posts p JOIN post_targets t ON t.post_id = p.id`,
    );
    const lost = rows.filter(({ status }) => status !== 'published');
    findings.faults.push(...lost.map(({ content, status }) => `${content} ended ${status}`));
    const delays = rows.map(({ ms }) => ms);
    const p99Ms = Math.round(percentile(delays, 0.99));
    findings.times = { p50Ms: Math.round(percentile(delays, 0.5)), p99Ms };
    if (p99Ms > p99MsMax) findings.warnings.push(`one in a hundred begins ${p99Ms} ms late`);
    // Too late even for a busy machine: due posts are not claimed on time.
    if (p99Ms > 10 * p99MsMax) findings.faults.push(`one in a hundred begins ${p99Ms} ms late`);
    findings.counts = { posts: rows.length, perSecond };
    const posts = {
      ledger: await readLedger(fixture.sandbox),
    };
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(fixture.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};
