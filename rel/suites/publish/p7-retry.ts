import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { readLedger, readRequests } from '../../harness/ledger.ts';
import { inParallel, sleep } from '../../harness/wait.ts';
import { endsInDoubt, networks, simplest, traitsOf, type Network } from './networks.ts';
import { makePost, readTargets, waitForEnd, type Row } from './posts.ts';
import { openScene, type Scene } from './scene.ts';

const figures = { quick: 10, full: 50 };
/** Where a look can be made to fail without the sending, and ten posts of an account are not too many for a minute. */
const tried = networks.filter((name) => {
  const { lookUp, lookUpOperation, isFollowed } = traitsOf(name);
  return isFollowed !== true && (lookUp === 'none' || lookUpOperation !== undefined);
});
/** The first look and one after each wait. */
const looks = 5;

export const p7Retry: Case = {
  id: 'P7',
  about: 'what may be out is sent again only when somebody says so, and not even then if a look finds it',
  run: async (stage, { tier, given }) => {
    const count = given.get('posts') ?? figures[tier];
    const findings = noFindings();
    await using scene = await openScene(stage, { accounts: 1, on: tried });
    const worker = scene.database.startWorker(scene.options);
    await injectDoubt(scene, count);
    for (let n = 0; n < count; n += 1) {
      for (const network of tried) {
        const content = `Doubt ${n} on ${network}`;
        await makePost(scene, { content, platforms: scene.accounts[network], kind: simplest(network).kind });
      }
    }
    await waitForEnd(scene, 40_000);
    const rows = await readTargets(scene);
    const known = rows.filter(({ error_code: code }) => code !== 'outcomeUnknown');
    findings.faults.push(...known.map((row) => `${row.content} ended ${row.status} ${row.error}, not in doubt`));
    await scene.sandbox.control('DELETE', 'faults');

    const before = await countSends(scene);
    findings.faults.push(...(await retryAll(scene, rows, { body: undefined, wanted: 409 })));
    await sleep(500);
    const between = await countSends(scene);
    findings.faults.push(...differences(before, between, () => 0));

    // A look that fails is no look: it is tried again before anything is sent.
    const blind = { platform: 'bluesky', operation: 'getRecord', kind: 'errorBefore', times: Math.floor(count / 2) };
    await scene.sandbox.control('POST', 'faults', blind);
    const confirmed = rows.filter((row) => !isOut(row));
    findings.faults.push(...(await retryAll(scene, confirmed, { body: { confirm: true }, wanted: 200 })));
    await waitForEnd(scene, 40_000);
    const again = (network: Network): number =>
      confirmed.filter(({ platform }) => platform === network && isBlind({ platform })).length;
    findings.faults.push(...differences(between, await countSends(scene), again));
    const ended = (await readTargets(scene)).filter((row) => !isOut(row) && row.status !== 'published');
    findings.faults.push(...ended.map((row) => `${row.content} ended ${row.status} ${row.error} after the retry`));
    await worker.stop();
    findings.counts = { posts: rows.length, confirmed: confirmed.length };
    const doubtful = new Set(rows.map((row) => `${row.post_id} ${row.account_id}`));
    const posts = { ledger: await readLedger(scene.sandbox), doubtful, acknowledged: new Set<string>() };
    const logs = stage.supervisor.logs();
    findings.faults.push(...(await checkInvariants(scene.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

const isBlind = ({ platform }: Pick<Row, 'platform'>): boolean => endsInDoubt(platform, { isOut: true });

/** Of those that nobody can look for, every other is out: its owner looks, and does not confirm. */
function isOut({ platform, content }: Pick<Row, 'platform' | 'content'>): boolean {
  return isBlind({ platform }) && Number(content.split(' ')[1]) % 2 === 1;
}

/** Where there is nothing to ask, half of them did not happen; everywhere else nobody answers who asks. */
async function injectDoubt({ sandbox }: Scene, count: number): Promise<void> {
  for (const platform of tried) {
    const { operation } = simplest(platform).send;
    const set = (fault: object): Promise<unknown> => sandbox.control('POST', 'faults', { platform, ...fault });
    const { lookUpOperation } = traitsOf(platform);
    if (lookUpOperation === undefined) {
      for (let n = 0; n < count; n += 1) await set({ operation, kind: n % 2 === 1 ? 'lostAnswer' : 'errorBefore' });
      continue;
    }
    await set({ operation, kind: 'lostAnswer', times: count });
    await set({ operation: lookUpOperation, kind: 'errorBefore', times: count * looks });
  }
}

type Retry = { body: object | undefined; wanted: number };

async function retryAll({ api, user }: Scene, rows: readonly Row[], { body, wanted }: Retry): Promise<string[]> {
  const faults: string[] = [];
  await inParallel(rows, 4, async ({ post_id: id, content }) => {
    const answer = await api.call(user, 'POST', `/v1/posts/${id}/retry`, body);
    if (answer.status !== wanted) faults.push(`the retry of ${content} was answered with ${answer.status}`);
  });
  return faults;
}

type Sends = ReadonlyMap<Network, number>;

async function countSends({ sandbox }: Scene): Promise<Sends> {
  const counts = new Map<Network, number>();
  for (const network of tried) {
    const { operation } = simplest(network).send;
    const requests = await readRequests(sandbox, network);
    counts.set(network, requests.filter((one) => one.operation === operation).length);
  }
  return counts;
}

function differences(before: Sends, after: Sends, wanted: (network: Network) => number): string[] {
  return tried
    .map((network) => ({ network, more: (after.get(network) ?? 0) - (before.get(network) ?? 0) }))
    .filter(({ network, more }) => more !== wanted(network))
    .map(({ network, more }) => `${network} was sent ${more} posts more instead of ${wanted(network)}`);
}
