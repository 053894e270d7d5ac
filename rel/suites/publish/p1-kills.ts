import { checkInvariants } from '../../check.ts';
import { findDoubled } from '../../check-posts.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { readLedger } from '../../harness/ledger.ts';
import type { Chance } from '../../harness/random.ts';
import type { Target } from '../../harness/sandbox-account.ts';
import { createSpares } from '../../harness/spares.ts';
import { sleep } from '../../harness/wait.ts';
import { watchDoubts } from './doubts.ts';
import { networks, networksFor, traitsOf, type Network } from './networks.ts';
import { makePost, readTargets, waitForEnd, type Row } from './posts.ts';
import { openScene, type Scene } from './scene.ts';

const figures = {
  quick: { targets: 500, kills: 50, accounts: 10 },
  full: { targets: 20_000, kills: 1000, accounts: 70 },
};
const lostShare = 0.05;
const failedShare = 0.05;
/** A post with an image, one with a video and one of words alone, each on the networks that take such. */
const kinds = ['image', 'text', 'video'] as const;
const perRound = kinds.flatMap(networksFor).length;

export const p1Kills: Case = {
  id: 'P1',
  about:
    'workers are killed all the time and a tenth of all answers is lost or false: nothing is doubled, lost, made up',
  run: async (stage, { tier, chance, given }) => {
    const figure = figures[tier];
    const targets = given.get('targets') ?? figure.targets;
    const kills = given.get('kills') ?? figure.kills;
    await using scene = await openScene(stage, { accounts: given.get('accounts') ?? figure.accounts });
    const { database, sandbox, options } = scene;
    const injected = await injectFaults(scene, { targets, chance, overMs: kills * 400 });
    const doubts = watchDoubts(scene);
    const spares = await createSpares(() => database.startWorker({ ...options, isSpare: true }), {
      atWork: 2,
      ready: 3,
      onKilled: doubts.noteKill,
    });
    const making = { isOver: false };
    const acknowledged = new Set<string>();
    const all = makeAll(scene, { targets, acknowledged, overMs: kills * 350, making });
    // What went wrong there is told where it is waited for.
    void all.catch(() => (making.isOver = true));
    while (!making.isOver || spares.kills < kills) {
      await sleep(chance.between(250, 550));
      await spares.killOne(chance);
      // Once something is doubled the night is lost, and need not be waited for.
      if (spares.kills % 5 === 0 && (await hasDoubled(scene))) break;
      if (spares.kills > kills * 5) throw new Error('the posts never ended');
    }
    making.isOver = true;
    await all;
    if (!(await hasDoubled(scene))) await waitForEnd(scene, 60_000 + targets * 60);
    await doubts.stop();
    await spares.stop();

    const findings = noFindings();
    const rows = await readTargets(scene);
    const ledger = await readLedger(sandbox);
    findings.counts = { ...countsOf(rows), kills: spares.kills, injected, slow: doubts.slow.size, live: ledger.length };
    findings.faults.push(...judge(rows, targets));
    const posts = { ledger, doubtful: doubts.doubtful, acknowledged };
    const logs = stage.supervisor.logs();
    findings.faults.push(...(await checkInvariants(database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

type Load = { targets: number; acknowledged: Set<string>; overMs: number; making: { isOver: boolean } };

/** Spread over the time of the kills, so that there is always something under way. */
async function makeAll(scene: Scene, { targets, acknowledged, overMs, making }: Load): Promise<void> {
  const rounds = Math.ceil(targets / perRound);
  const startedMs = performance.now();
  for (let n = 0; n < rounds && !making.isOver; n += 1) {
    const place = (of: number): number => n % of;
    const pick = (names: readonly Network[]): Target[] =>
      names.flatMap((network) => scene.accounts[network][place(scene.accounts[network].length)] ?? []);
    for (const kind of kinds) {
      const content = `${kind} number ${n} of a long night`;
      acknowledged.add(await makePost(scene, { content, platforms: pick(networksFor(kind)), kind }));
    }
    const aheadMs = (overMs * n) / rounds - (performance.now() - startedMs);
    if (aheadMs > 0) await sleep(aheadMs);
  }
  making.isOver = true;
}

async function hasDoubled({ sandbox }: Scene): Promise<boolean> {
  return findDoubled(await readLedger(sandbox)).length > 0;
}

const sends = networks.flatMap((platform) =>
  Object.values(traitsOf(platform).sends).map(({ operation }) => ({ platform, operation })),
);

/** One request each, at some time of the night. */
async function injectFaults(
  { sandbox }: Scene,
  { targets, chance, overMs }: { targets: number; chance: Chance; overMs: number },
): Promise<number> {
  let count = 0;
  const add = async (fault: object, times: number): Promise<void> => {
    for (let n = 0; n < Math.round(times); n += 1) {
      await sandbox.control('POST', 'faults', { ...fault, afterMs: chance.between(0, overMs) });
      count += 1;
    }
  };
  for (const send of sends) {
    await add({ ...send, kind: 'lostAnswer' }, (targets / perRound) * lostShare);
    await add({ ...send, kind: 'errorAfter' }, (targets / perRound) * failedShare);
  }
  const lag = { platform: 'instagram', operation: 'listMedia', kind: 'listLag', value: 60_000 };
  await add(lag, targets / 100);
  return count;
}

function judge(rows: readonly Row[], targets: number): string[] {
  const isSettled = ({ status, error_code: code }: Row): boolean => status === 'published' || code === 'outcomeUnknown';
  const lost = rows.filter((row) => !isSettled(row));
  return [
    ...(rows.length < targets ? [`only ${rows.length} targets were made`] : []),
    ...lost.map((row) => `${row.post_id} on ${row.platform} ended ${row.status}: ${row.error_code} ${row.error}`),
  ];
}

function countsOf(rows: readonly Row[]): Record<string, number> {
  const published = rows.filter(({ status }) => status === 'published').length;
  const unknown = rows.filter(({ error_code: code }) => code === 'outcomeUnknown').length;
  return { targets: rows.length, published, unknown };
}
