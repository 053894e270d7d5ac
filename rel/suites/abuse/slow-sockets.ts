import { connect, type Socket } from 'node:net';
import { checkInvariants } from '../../check.ts';
import { noFindings, percentile, type Case } from '../../harness/case.ts';
import { startSteadyClients, type SteadyClients } from '../../harness/steady-clients.ts';
import type { Api, User } from '../../harness/testbed.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';

const figures = {
  quick: { sockets: 100, perSecond: 20, kinds: ['slowHead', 'unfinishedHead'] },
  full: { sockets: 500, perSecond: 50, kinds: ['slowHead', 'unfinishedHead', 'slowBody'] },
} as const;
/** Herald closes a connection whose headers take ten seconds, or whose body takes thirty. */
const closedWithinMs = 45_000;
const dripMs = 1000;
const latencyMsAim = 250;

export const slowSockets: Case = {
  id: 'slow-sockets',
  about:
    'Opens many connections that send a request byte by byte, or stop in the middle of it, beside healthy clients; Herald closes them all in time, and no healthy request fails.',
  run: async (testbed, { tier, overrides }) => {
    const sockets = overrides.get('sockets') ?? figures[tier].sockets;
    const perSecond = overrides.get('perSecond') ?? figures[tier].perSecond;
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const api = await database.startApi({ users: 1 });
    const { user } = api;
    const healthy = startHealthyClients(api, { user, perSecond });
    const startedMs = performance.now();
    const { kinds } = figures[tier];
    const slow = Array.from({ length: sockets }, (_, n) =>
      openSlowSocket(api, user, kinds[n % kinds.length] ?? 'slowHead'),
    );
    const countOpen = (): number => slow.filter(({ isOpen }) => isOpen()).length;
    try {
      await waitUntil('the end of all slow connections', closedWithinMs, () => countOpen() === 0);
    } catch {
      findings.faults.push(`${countOpen()} of ${sockets} slow connections are still open`);
    }
    const closedMs = Math.round(performance.now() - startedMs);
    for (const { destroy } of slow) destroy();
    await healthy.stop();
    const failed = healthy.statuses.filter((status) => status !== 200).length;
    if (failed > 0) findings.faults.push(`${failed} healthy requests failed`);
    const latencyMs = Math.round(percentile(healthy.latencies, 0.99));
    if (latencyMs > latencyMsAim) findings.warnings.push(`healthy requests took up to ${latencyMs} ms`);
    findings.counts = { sockets, healthy: healthy.statuses.length, failed };
    findings.times = { latencyMs, closedMs };
    const observed = { secrets: [user.key], logs: testbed.supervisor.logs() };
    findings.faults.push(...(await checkInvariants(database.sql, observed)));
    await api.child.stop();
    return findings;
  },
};

type SlowSocket = { isOpen(): boolean; destroy(): void };

type Kind = (typeof figures)['full']['kinds'][number];

function openSlowSocket({ baseUrl }: Api, { key }: User, kind: Kind): SlowSocket {
  const { hostname: host, port } = new URL(baseUrl);
  const socket = connect({ host, port: Number(port) });
  let isOpen = true;
  socket.on('error', () => undefined);
  socket.on('close', () => (isOpen = false));
  // Without a listener, the end of the connection is never noticed.
  socket.on('data', () => undefined);
  const head = `POST /v1/posts HTTP/1.1\r\nHost: herald.example\r\nAuthorization: Bearer ${key}\r\n`;
  socket.write(head);
  if (kind === 'slowBody') socket.write('Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{');
  if (kind !== 'unfinishedHead') void drip(socket, kind === 'slowHead' ? 'X' : ' ');
  return { isOpen: () => isOpen, destroy: () => void socket.destroy() };
}

async function drip(socket: Socket, text: string): Promise<void> {
  while (!socket.destroyed && socket.writable) {
    socket.write(text);
    await sleep(dripMs);
  }
}

type HealthyClients = SteadyClients & { statuses: readonly number[]; latencies: readonly number[] };

function startHealthyClients(api: Api, { user, perSecond }: { user: User; perSecond: number }): HealthyClients {
  const statuses: number[] = [];
  const latencies: number[] = [];
  const clients = startSteadyClients(perSecond, async () => {
    const startedMs = performance.now();
    const status = await api.call(user, 'GET', '/v1/posts?limit=5').then(
      (response) => response.status,
      () => 0,
    );
    statuses.push(status);
    latencies.push(performance.now() - startedMs);
  });
  return { ...clients, statuses, latencies };
}
