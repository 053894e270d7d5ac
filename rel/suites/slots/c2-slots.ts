import { checkInvariants } from '../../check.ts';
import { startApis } from '../../harness/apis.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { connectSandbox } from '../../harness/sandbox-account.ts';
import type { Api } from '../../harness/stage.ts';
import { inParallel, sleep } from '../../harness/wait.ts';
import { act, type Storm } from './clients.ts';
import { checkMoves } from './ordered-moves.ts';
import { schedules } from './schedules.ts';

const figures = {
  quick: { operations: 2000, clients: 50, processes: 2, killEveryMs: 2500 },
  full: { operations: 20_000, clients: 50, processes: 4, killEveryMs: 2500 },
};
const fillUp = 230;
const orderedRounds = 12;

export const c2Slots: Case = {
  id: 'C2',
  about: 'posts take slots, leave them and are placed anew while processes die: no slot has two posts, order is kept',
  run: async (stage, { tier, chance, given }) => {
    const figure = figures[tier];
    const operations = given.get('operations') ?? figure.operations;
    const processes = given.get('processes') ?? figure.processes;
    const findings = noFindings();
    const database = await stage.openDatabase();
    const { apis, user, sandbox, start } = await startApis(database, processes);
    const [first] = apis;
    if (first === undefined) throw new Error('nobody to ask');
    const target = await connectSandbox(first, user, { platform: 'telegram', name: 'slot_room' });
    const { body: listed } = await first.call<{ profiles: { _id: string }[] }>(user, 'GET', '/v1/profiles');
    const profileId = listed.profiles[0]?._id ?? '';
    const storm: Storm = {
      ...{ apis, user, target, profileId, chance, queueIds: [], acknowledged: new Set<string>() },
      ...{ counts: {}, faults: findings.faults },
    };
    for (const schedule of schedules.slice(0, 3)) {
      storm.queueIds.push(await makeQueue(storm, schedule));
    }

    const stopping = new AbortController();
    const kills = killInTurn(storm, { start, everyMs: figure.killEveryMs, signal: stopping.signal });
    await inParallel(Array.from({ length: operations }), figure.clients, (_, number) => act(storm, number));
    stopping.abort();
    const killed = await kills;

    await storm.apis[0]?.call(user, 'DELETE', `/v1/queue/slots?profileId=${profileId}`);
    const queueId = await makeQueue(storm, schedules[0] ?? {});
    storm.queueIds = [queueId];
    const rest = Array.from({ length: fillUp }, (_, number) => number);
    await inParallel(rest, 16, async (number) => {
      const body = { content: `Fill ${number}`, queuedFromProfile: profileId, queueId, platforms: [target] };
      await storm.apis[0]?.call(user, 'POST', '/v1/posts', body);
    });
    await checkMoves(storm, database.sql, orderedRounds);
    findings.counts = { operations, killed, ...storm.counts };
    const posts = { ledger: [], doubtful: new Set<string>(), acknowledged: new Set<string>() };
    const logs = stage.supervisor.logs();
    findings.faults.push(...(await checkInvariants(database.sql, { secrets: [], logs, posts })));
    findings.faults.push(...(await lost(storm, database.sql)));
    for (const api of storm.apis) await api.child.stop();
    await sandbox.stop();
    return findings;
  },
};

async function makeQueue({ apis: [api], user, profileId }: Storm, schedule: object): Promise<string> {
  type Made = { schedule: { _id: string } };
  const made = await api?.call<Made>(user, 'POST', '/v1/queue/slots', { ...schedule, profileId });
  if (made?.status !== 201) throw new Error('a queue could not be made');
  return made.body.schedule._id;
}

/** One after the other dies and comes back; at least one is always there. */
async function killInTurn(
  { apis }: Storm,
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

/** Acknowledged, and deleted by nobody. */
async function lost(
  { acknowledged }: Storm,
  sql: <Row extends object>(text: string) => Promise<Row[]>,
): Promise<string[]> {
  const rows = await sql<{ id: string }>('SELECT id FROM posts');
  const there = new Set(rows.map(({ id }) => id));
  const gone = [...acknowledged].filter((id) => !there.has(id));
  return gone.length === 0 ? [] : [`${gone.length} posts that were acknowledged are gone, first ${gone[0] ?? ''}`];
}
