import { checkInvariants } from '../../check.ts';
import { noFindings, type Case, type Findings } from '../../harness/case.ts';
import { countRequests } from '../../harness/ledger.ts';
import type { Api, CaseDatabase, SandboxProcess } from '../../harness/testbed.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { countSent, openInbox, send, type Inbox, type SendResponse } from './fixture.ts';

const figures = { quick: 1, full: 10 };
/** Shorter than real: afterwards, a send counts as dead. */
const leaseMs = 3000;
const slowMs = 1500;

const points = ['intent', 'bytesSent', 'responseRead', 'beforeCommit', 'afterCommit'] as const;
type Point = (typeof points)[number];

export const killWhileSending: Case = {
  id: 'kill-while-sending',
  about:
    'Kills the server at each step of sending a direct message; a repeated request with the same key gets the stored outcome or 502, and no message is sent twice.',
  run: async (testbed, { tier, overrides }) => {
    const rounds = overrides.get('rounds') ?? figures[tier];
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const sandbox = await database.startSandbox();
    const start = (options: object): Promise<Api> =>
      database.startApi({ users: 0, sandboxUrl: sandbox.url, timing: { messageSendLeaseMs: leaseMs }, ...options });
    const first = await start({ users: 1 });
    const { user } = first;
    const inbox = await openInbox(first, sandbox, user, 'killed.sends');
    await first.child.stop();
    const sent = new Map<string, Point>();
    for (let round = 1; round <= rounds; round += 1) {
      for (const point of points) {
        const halting = await start({ failpoint: { point, platforms: ['instagram'], halt: 'wait' } });
        const text = `killed-at-${point}-${round}`;
        await killAt(point, { sandbox, api: halting, inbox, text });
        sent.set(text, point);
      }
    }
    const api = await start({});
    await repeatAll(api, inbox, { sent, findings });
    await judge({ sandbox, database }, sent, findings);
    findings.counts = { rounds, points: points.length, kills: sent.size };
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(database.sql, { secrets: [user.key], logs })));
    await api.child.stop();
    await sandbox.stop();
    return findings;
  },
};

type Step = { sandbox: SandboxProcess; api: Api; inbox: Inbox; text: string };

async function killAt(point: Point, { sandbox, api, inbox, text }: Step): Promise<void> {
  const before = await countRequests(sandbox, 'instagram', 'sendMessage');
  if (point === 'bytesSent') {
    const fault = { platform: 'instagram', operation: 'sendMessage', kind: 'slow', value: slowMs };
    await sandbox.control('POST', 'faults', fault);
  }
  let isHalted = false;
  api.child.onEvent(({ event }) => (isHalted ||= event === 'failpoint'));
  api.child.write(JSON.stringify([text]));
  const sending = send(api, { inbox, text, key: text });
  await waitUntil(`a halt at ${point}`, 30_000, () => isHalted);
  const isArrived = async (): Promise<boolean> => (await countRequests(sandbox, 'instagram', 'sendMessage')) > before;
  if (point !== 'intent') await waitUntil('an arrival of the message', 20_000, isArrived);
  await api.child.kill();
  await sending;
}

type Sent = ReadonlyMap<string, Point>;

async function repeatAll(
  api: Api,
  inbox: Inbox,
  { sent, findings }: { sent: Sent; findings: Findings },
): Promise<void> {
  for (const [text, point] of sent) {
    const repeat = (): Promise<SendResponse> => send(api, { inbox, text, key: text });
    for (let turn = 0; turn < 3; turn += 1) {
      const response = await untilFinal(repeat);
      const isExpected =
        point === 'afterCommit'
          ? response.status === 200
          : response.status === 502 && response.code === 'providerOutcomeUnknown';
      if (isExpected && response.isReplayed) continue;
      findings.faults.push(`killed at ${point}: repeating returned ${JSON.stringify(response)}`);
    }
  }
}

async function untilFinal(repeat: () => Promise<SendResponse>): Promise<SendResponse> {
  const untilMs = performance.now() + 5 * leaseMs;
  for (;;) {
    const response = await repeat();
    if (response.code !== 'idempotencyInFlight' || performance.now() > untilMs) return response;
    await sleep(200);
  }
}

type Processes = { sandbox: SandboxProcess; database: CaseDatabase };

async function judge({ sandbox, database }: Processes, sent: Sent, findings: Findings): Promise<void> {
  const live = await countSent(sandbox);
  for (const [text, point] of sent) {
    const count = live.get(text) ?? 0;
    if (count !== (point === 'intent' ? 0 : 1)) findings.faults.push(`killed at ${point}: sent ${count} times`);
  }
  const events = await database.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM events WHERE type = 'message.sent' GROUP BY resource_id HAVING count(*) > 1`,
  );
  if (events.length > 0) findings.faults.push(`${events.length} messages were reported twice`);
}
