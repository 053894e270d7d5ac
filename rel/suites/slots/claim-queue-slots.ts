import { checkInvariants } from '../../check.ts';
import { startApis } from '../../harness/programs/apis.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { connectSandbox } from '../../harness/sandbox-account.ts';
import type { Api } from '../../harness/testbed.ts';
import { inParallel, sleep } from '../../harness/wait.ts';
import { runRandomOperation, type Load } from './random-operations.ts';
import { checkReshuffles } from './reshuffle-checks.ts';
import { schedules } from './schedules.ts';

const figures = {
  quick: { operations: 2000, clients: 50, processes: 2, killEveryMs: 2500 },
  full: { operations: 20_000, clients: 50, processes: 4, killEveryMs: 2500 },
};
const fillUp = 230;
const orderedRounds = 12;

export const claimQueueSlots: Case = {
  id: 'claim-queue-slots',
  about:
    'Creates, moves, deletes and reshuffles queued posts from many clients while API processes are killed; no slot has two posts, and reshuffling keeps the order.',
  run: async (testbed, { tier, random, overrides }) => {
    const figure = figures[tier];
    const operations = overrides.get('operations') ?? figure.operations;
    const processes = overrides.get('processes') ?? figure.processes;
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const { apis, user, sandbox, start } = await startApis(database, processes);
    const [first] = apis;
    if (first === undefined) throw new Error('no API process');
    const target = await connectSandbox(first, user, { platform: 'telegram', name: 'slot_room' });
    const { body: listed } = await first.call<{ profiles: { _id: string }[] }>(user, 'GET', '/v1/profiles');
    const profileId = listed.profiles[0]?._id ?? '';
    const load: Load = {
      ...{ apis, user, target, profileId, random, queueIds: [], acknowledged: new Set<string>() },
      ...{ counts: {}, faults: findings.faults },
    };
    for (const schedule of schedules.slice(0, 3)) {
      load.queueIds.push(await createQueue(load, schedule));
    }

    const stopping = new AbortController();
    const kills = killInTurn(load, { start, everyMs: figure.killEveryMs, signal: stopping.signal });
    await inParallel(Array.from({ length: operations }), figure.clients, (_, number) =>
      runRandomOperation(load, number),
    );
    stopping.abort();
    const killed = await kills;

    await load.apis[0]?.call(user, 'DELETE', `/v1/queue/slots?profileId=${profileId}`);
    const queueId = await createQueue(load, schedules[0] ?? {});
    load.queueIds = [queueId];
    const rest = Array.from({ length: fillUp }, (_, number) => number);
    await inParallel(rest, 16, async (number) => {
      const body = { content: `Fill ${number}`, queuedFromProfile: profileId, queueId, platforms: [target] };
      await load.apis[0]?.call(user, 'POST', '/v1/posts', body);
    });
    await checkReshuffles(load, database.sql, orderedRounds);
    findings.counts = { operations, killed, ...load.counts };
    const posts = { ledger: [], acknowledged: load.acknowledged };
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(database.sql, { secrets: [], logs, posts })));
    for (const api of load.apis) await api.child.stop();
    await sandbox.stop();
    return findings;
  },
};

async function createQueue({ apis: [api], user, profileId }: Load, schedule: object): Promise<string> {
  type Created = { schedule: { _id: string } };
  const created = await api?.call<Created>(user, 'POST', '/v1/queue/slots', { ...schedule, profileId });
  if (created?.status !== 201) throw new Error('the queue was not created');
  return created.body.schedule._id;
}

async function killInTurn(
  { apis }: Load,
  { start, everyMs, signal }: { start(): Promise<Api>; everyMs: number; signal: AbortSignal },
): Promise<number> {
  let killed = 0;
  for (;;) {
    await sleep(everyMs);
    if (signal.aborted) return killed;
    const victim = apis.shift();
    await victim?.child.kill();
    killed += 1;
    apis.push(await start());
  }
}
