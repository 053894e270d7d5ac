import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { readLedger, readRequests } from '../../harness/ledger.ts';
import { networks, simplest, traitsOf, type Network } from './networks.ts';
import { makePost, readTargets, waitForEnd } from './posts.ts';
import { openScene, type Scene } from './scene.ts';

/** Short, because a post that is found absent waits for lease and settle time before every further send. */
const timing = { platformCallMs: 600, publishLeaseMs: 900, publishSettleMs: 1200 };

/** What a platform may answer for ever, and how often a post may be sent then. */
const refusals: readonly { name: string; fault: object; sendsMax: number; on: readonly Network[] }[] = [
  { name: 'a server error', fault: { kind: 'errorBefore' }, sendsMax: 3, on: networks },
  {
    name: 'an error that nobody knows',
    fault: {
      kind: 'answer',
      status: 418,
      body: { error: { code: 987_654, message: 'No' }, title: 'No', detail: 'No' },
    },
    sendsMax: 3,
    on: networks,
  },
  {
    name: 'a spam block',
    fault: { kind: 'answer', body: { error: { code: 4, error_subcode: 2207051, message: 'Action is blocked' } } },
    sendsMax: 1,
    on: ['instagram'],
  },
  {
    name: 'a restricted account',
    fault: { kind: 'answer', body: { error: { code: 25, error_subcode: 2207050, message: 'User is restricted' } } },
    sendsMax: 1,
    on: ['instagram', 'threads'],
  },
];

export const endlessRefusal: Case = {
  id: 'P8',
  about: 'a platform that refuses for ever is sent a post at most three times, and once where the refusal is final',
  run: async (stage) => {
    const findings = noFindings();
    await using scene = await openScene(stage, { accounts: 1, timing });
    const worker = scene.database.startWorker(scene.options);
    let sends = 0;
    for (const { name, fault, sendsMax, on } of refusals) {
      const before = await countSends(scene, on);
      for (const platform of on) {
        const { send, kind } = simplest(platform);
        const aim = { platform, operation: send.operation, times: 1000 };
        await scene.sandbox.control('POST', 'faults', { ...aim, ...fault });
        await makePost(scene, { content: `${name} on ${platform}`, platforms: scene.accounts[platform], kind });
      }
      await waitForEnd(scene, 60_000);
      await scene.sandbox.control('DELETE', 'faults');
      for (const [platform, count] of await countSends(scene, on)) {
        const more = count - (before.get(platform) ?? 0);
        sends += more;
        if (more < 1 || more > callsMax(platform, sendsMax))
          findings.faults.push(`${name}: ${platform} was sent the post ${more} times`);
      }
    }
    await worker.stop();
    const rows = await readTargets(scene);
    const alive = rows.filter(({ status }) => status !== 'failed');
    findings.faults.push(...alive.map((row) => `${row.content} ended ${row.status}`));
    findings.counts = { posts: rows.length, sends };
    const doubtful = new Set(rows.map((row) => `${row.post_id} ${row.account_id}`));
    const posts = { ledger: await readLedger(scene.sandbox), doubtful, acknowledged: new Set<string>() };
    const logs = stage.supervisor.logs();
    findings.faults.push(...(await checkInvariants(scene.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

/** Where a post is looked up by the operation that sends it, every send may have its look-up. */
function callsMax(network: Network, sendsMax: number): number {
  const { lookUp, lookUpOperation } = traitsOf(network);
  return lookUp === 'both' && lookUpOperation === undefined ? 2 * sendsMax : sendsMax;
}

async function countSends({ sandbox }: Scene, on: readonly Network[]): Promise<Map<Network, number>> {
  const counts = new Map<Network, number>();
  for (const network of on) {
    const { operation } = simplest(network).send;
    const requests = await readRequests(sandbox, network);
    counts.set(network, requests.filter((one) => one.operation === operation).length);
  }
  return counts;
}
