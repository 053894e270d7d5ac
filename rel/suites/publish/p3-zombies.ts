import { checkInvariants } from '../../check.ts';
import { noFindings, type Case, type Findings } from '../../harness/case.ts';
import { readLedger, readRequests } from '../../harness/ledger.ts';
import type { Child } from '../../harness/supervisor.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { endsInDoubt, simplest, type Network } from './networks.ts';
import { makePost, readTargets, waitForEnd, type Row } from './posts.ts';
import { scaled } from './scaled.ts';
import { openScene, type Scene } from './scene.ts';

const figures = { quick: 1, full: 10 };
const points = ['claimed', 'intent', 'bytesSent'] as const;
type Point = (typeof points)[number];
type Zombie = { worker: Child; point: Point; platform: Network; postId: string; content: string };

/** A process for each point and network: more of them, and the first wake before the last are asleep. */
const tried: readonly Network[] = ['telegram', 'bluesky', 'instagram'];
/** Until all are asleep nobody may take over: it could be put to sleep with the work of another in its hands. */
const timing = { publishLeaseMs: 10_000, workerDeadAfterMs: 10_000 };
const asleepMs = timing.publishLeaseMs + scaled.publishSettleMs + 1500;

export const p3Zombies: Case = {
  id: 'P3',
  about: 'a worker sleeps with a target in its hands until others have dealt with it: it sends and writes nothing more',
  run: async (stage, { tier, given }) => {
    const rounds = given.get('rounds') ?? figures[tier];
    const findings = noFindings();
    await using scene = await openScene(stage, { accounts: points.length, on: tried, timing });
    for (let round = 1; round <= rounds; round += 1) {
      const zombies = await putToSleep(scene, round);
      const rescuer = scene.database.startWorker(scene.options);
      await sleep(asleepMs);
      await waitForEnd(scene, 30_000);
      const before = { rows: await readRows(scene), sends: await countSends(scene) };
      for (const { worker } of zombies) process.kill(worker.pid, 'SIGCONT');
      // Long enough for everything a woken process had in mind.
      await sleep(2500);
      const after = { rows: await readRows(scene), sends: await countSends(scene) };
      if (after.rows !== before.rows) findings.faults.push(`round ${round}: a zombie wrote`);
      if (after.sends !== before.sends) findings.faults.push(`round ${round}: a zombie sent`);
      await judge(scene, zombies, findings);
      for (const { worker } of zombies) await worker.stop();
      await rescuer.stop();
    }
    findings.counts = { ...findings.counts, rounds, zombies: rounds * points.length * tried.length };
    const rows = await readTargets(scene);
    const doubtful = new Set(rows.filter(isBlind).map((row) => `${row.post_id} ${row.account_id}`));
    const posts = { ledger: await readLedger(scene.sandbox), doubtful, acknowledged: new Set<string>() };
    const logs = stage.supervisor.logs();
    findings.faults.push(...(await checkInvariants(scene.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

const isBlind = ({ platform }: Pick<Row, 'platform'>): boolean => endsInDoubt(platform, { isOut: false });

/** One process each: the first halt stops all of it. */
async function putToSleep(scene: Scene, round: number): Promise<Zombie[]> {
  const wanted = points.flatMap((point) => tried.map((platform) => ({ point, platform })));
  const booted = wanted.map(({ point, platform }) => {
    const failpoint = { point, platforms: [platform], halt: 'stop' };
    return scene.database.startWorker({ ...scene.options, isSpare: true, failpoint });
  });
  const zombies: Zombie[] = [];
  for (const [index, { point, platform }] of wanted.entries()) {
    const worker = booted[index];
    const account = scene.accounts[platform][points.indexOf(point)];
    if (worker === undefined || account === undefined) throw new Error('a worker or an account is missing');
    await worker.told('ready');
    const content = `Asleep at ${point} on ${platform}, round ${round}`;
    const { kind } = simplest(platform);
    const postId = await makePost(scene, { content, platforms: [account], kind });
    if (point === 'bytesSent') {
      const fault = { platform, operation: simplest(platform).send.operation, kind: 'slow', value: 1000 };
      await scene.sandbox.control('POST', 'faults', fault);
    }
    let isAsleep = false;
    worker.onTold(({ event }) => (isAsleep ||= event === 'failpoint'));
    worker.write(JSON.stringify([postId, content]));
    await waitUntil(`sleep at ${point} on ${platform}`, 15_000, () => isAsleep);
    zombies.push({ worker, point, platform, postId, content });
  }
  return zombies;
}

/** Everything that a late write could have changed. */
async function readRows({ database }: Scene): Promise<string> {
  const rows = await database.sql<{ row: string }>('SELECT t::text AS row FROM post_targets t ORDER BY post_id');
  return rows.map(({ row }) => row).join('\n');
}

async function countSends({ sandbox }: Scene): Promise<number> {
  const all = await Promise.all(tried.map((network) => readRequests(sandbox, network)));
  const sends = tried.map((network) => simplest(network).send.operation);
  return all.flat().filter(({ operation }) => sends.includes(operation)).length;
}

/** What was only claimed goes out, what may have been sent is looked for; where nobody can look it stays in doubt. */
async function judge(scene: Scene, zombies: readonly Zombie[], findings: Findings): Promise<void> {
  const rows = new Map((await readTargets(scene)).map((row) => [row.post_id, row]));
  const live = Map.groupBy(await readLedger(scene.sandbox), ({ text }) => text);
  for (const { point, platform, postId, content } of zombies) {
    const isInDoubt = point !== 'claimed' && endsInDoubt(platform, { isOut: point !== 'intent' });
    const row = rows.get(postId);
    const count = live.get(content)?.length ?? 0;
    const wanted = isInDoubt ? 'outcomeUnknown' : 'published';
    const found = row?.error_code ?? row?.status;
    const isLive = isInDoubt && point === 'intent' ? count === 0 : count === 1;
    if (found !== wanted || !isLive) findings.faults.push(`asleep at ${point} on ${platform}: ${found}, ${count} live`);
  }
}
