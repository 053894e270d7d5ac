import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { readLedger, countRequests } from '../../harness/ledger.ts';
import { allPlatforms, simplest, type Platform } from './platforms.ts';
import { createPost, readTargets, waitForEnd } from './posts.ts';
import { openFixture, type Fixture } from './fixture.ts';

/** Short, because an absent post waits for lease and settle wait before each further send. */
const timing = { platformCallMs: 600, publishLeaseMs: 900, publishSettleMs: 1200 };

const refusals: readonly { name: string; fault: object; sendsMax: number; on: readonly Platform[] }[] = [
  { name: 'a server error', fault: { kind: 'errorBefore' }, sendsMax: 3, on: allPlatforms },
  {
    name: 'an error that nobody knows',
    fault: {
      kind: 'response',
      status: 418,
      body: { error: { code: 987_654, message: 'No' }, title: 'No', detail: 'No' },
    },
    sendsMax: 3,
    on: allPlatforms,
  },
  {
    name: 'a spam block',
    fault: { kind: 'response', body: { error: { code: 4, error_subcode: 2207051, message: 'Action is blocked' } } },
    sendsMax: 1,
    on: ['instagram'],
  },
  {
    name: 'a restricted account',
    fault: { kind: 'response', body: { error: { code: 25, error_subcode: 2207050, message: 'User is restricted' } } },
    sendsMax: 1,
    on: ['instagram', 'threads'],
  },
];

export const boundResends: Case = {
  id: 'bound-resends',
  about:
    'Lets platforms refuse a post forever; it is sent at most three times, and only once when the refusal is final.',
  run: async (testbed) => {
    const findings = noFindings();
    await using fixture = await openFixture(testbed, { accounts: 1, timing });
    const worker = fixture.database.startWorker(fixture.options);
    let sends = 0;
    for (const { name, fault, sendsMax, on } of refusals) {
      const before = await countSends(fixture, on);
      for (const platform of on) {
        const { send, kind } = simplest(platform);
        const aim = { platform, operation: send.operation, times: 1000 };
        await fixture.sandbox.control('POST', 'faults', { ...aim, ...fault });
        await createPost(fixture, { content: `${name} on ${platform}`, platforms: fixture.accounts[platform], kind });
      }
      await waitForEnd(fixture, 60_000);
      await fixture.sandbox.control('DELETE', 'faults');
      for (const [platform, count] of await countSends(fixture, on)) {
        const more = count - (before.get(platform) ?? 0);
        sends += more;
        if (more < 1 || more > sendsMax) findings.faults.push(`${name}: ${platform} was sent the post ${more} times`);
      }
    }
    await worker.stop();
    const rows = await readTargets(fixture);
    const alive = rows.filter(({ status }) => status !== 'failed');
    findings.faults.push(...alive.map((row) => `${row.content} ended ${row.status}`));
    findings.counts = { posts: rows.length, sends };
    const unverifiable = new Set(rows.map((row) => `${row.post_id} ${row.account_id}`));
    const posts = { ledger: await readLedger(fixture.sandbox), unverifiable };
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(fixture.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

async function countSends({ sandbox }: Fixture, on: readonly Platform[]): Promise<Map<Platform, number>> {
  const counts = new Map<Platform, number>();
  for (const platform of on) {
    counts.set(platform, await countRequests(sandbox, platform, simplest(platform).send.operation));
  }
  return counts;
}
