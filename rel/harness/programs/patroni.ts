import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder } from '../data-folder.ts';
import { stablePorts } from '../network/free-port.ts';
import { startMachine } from './machine.ts';
import { etcdArguments, haproxySettings, patroniSettings, type MemberSettings } from './patroni-settings.ts';
import type { Program } from './program.ts';
import { startTcpProxy, type TcpProxy } from '../network/tcp-proxy.ts';
import { waitUntil } from '../wait.ts';

export type PatroniCluster = AsyncDisposable & {
  /** The leader's database `postgres` as superuser, through HAProxy. */
  url: string;
  waitUntilHealthy(): Promise<string>;
  silenceReplication(leader: string): void;
  killMember(name: string): Promise<void>;
  restartMember(name: string): void;
};

const memberNames = ['one', 'two', 'three'];
const healthyWithinMs = 300_000;
/** Patroni ends if it cannot create the cluster in time, and expects to be started again. */
const patroniService = 'while sleep 1; do patroni /mnt/patroni.yml; done';

type Member = MemberSettings & { disk: string; replication: TcpProxy; machine: Program };

export async function startPatroni(): Promise<PatroniCluster> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder('failover')).path;
  const [etcdPort = 0, peerPort = 0, proxyPort = 0, ...ports] = await stablePorts(3 + 2 * memberNames.length);
  const makeDisk = (name: string): string => {
    const disk = join(folder, name);
    mkdirSync(disk);
    return disk;
  };
  const etcd = startMachine('etcd', { disk: makeDisk('etcd'), run: etcdArguments(etcdPort, peerPort) });
  stack.defer(() => etcd.kill());

  const random = (): string => randomBytes(12).toString('hex');
  const passwords = { superuser: random(), replication: random(), rewind: random() };
  const members = new Map<string, Member>();
  const boot = (name: string, disk: string): Program => startMachine(name, { disk, run: ['sh', '-c', patroniService] });
  for (const name of memberNames) {
    const [postgresPort = 0, restPort = 0] = ports.splice(0, 2);
    const disk = makeDisk(name);
    const replication = stack.use(await startTcpProxy(`postgres://127.0.0.1:${postgresPort}`));
    const settings = { name, postgresPort, restPort, replicationPort: Number(new URL(replication.url).port) };
    writeFileSync(join(disk, 'patroni.yml'), patroniSettings(settings, etcdPort, passwords), { mode: 0o600 });
    const member = { ...settings, disk, replication, machine: boot(name, disk) };
    stack.defer(() => member.machine.kill());
    members.set(name, member);
  }
  const proxyDisk = makeDisk('haproxy');
  writeFileSync(join(proxyDisk, 'haproxy.cfg'), haproxySettings(proxyPort, [...members.values()]));
  const haproxy = startMachine('haproxy', { disk: proxyDisk, run: ['haproxy', '-db', '-f', '/mnt/haproxy.cfg'] });
  stack.defer(() => haproxy.kill());

  const memberOf = (name: string): Member => {
    const member = members.get(name);
    if (member === undefined) throw new Error(`no member is called ${name}`);
    return member;
  };
  const reportLogs = (error: unknown): never => {
    const logs = [...members.values()].map(({ name, machine }) => `${name}: ${machine.output().slice(-3000)}`);
    throw new Error([String(error), ...logs].join('\n'), { cause: error });
  };
  const cluster = {
    url: `postgres://postgres:${passwords.superuser}@127.0.0.1:${proxyPort}/postgres`,
    waitUntilHealthy: () => waitForLeader([...members.values()]).catch(reportLogs),
    silenceReplication: (name: string) => memberOf(name).replication.setFault('blackhole'),
    killMember: async (name: string) => {
      const { machine, replication } = memberOf(name);
      await machine.kill();
      replication.setFault();
    },
    restartMember: (name: string) => {
      const member = memberOf(name);
      // PIDs of a new machine start from 1, so PostgreSQL could take another process for its former self.
      rmSync(join(member.disk, 'data/postmaster.pid'), { force: true });
      member.machine = boot(name, member.disk);
    },
  };
  await cluster.waitUntilHealthy();
  const parts = stack.move();
  return { ...cluster, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

type MemberState = { name: string; role: string; state: string };

async function waitForLeader(members: readonly MemberSettings[]): Promise<string> {
  let leader: string | undefined;
  await waitUntil('a healthy cluster', healthyWithinMs, async () => {
    const states = await readStates(members);
    leader = states.find(({ role, state }) => role === 'leader' && state === 'running')?.name;
    const followers = states.filter(({ state }) => state === 'streaming');
    const isSafe = followers.some(({ role }) => role === 'sync_standby');
    return leader !== undefined && isSafe && followers.length === members.length - 1;
  });
  return leader ?? '';
}

async function readStates(members: readonly MemberSettings[]): Promise<MemberState[]> {
  for (const { restPort } of members) {
    try {
      const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(2000) });
      return ((await response.json()) as { members: MemberState[] }).members;
    } catch {
      continue;
    }
  }
  return [];
}
