import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import type { Clock } from '../kernel/time/clock.ts';
import type { Log } from '../kernel/log.ts';
import { StartFault } from '../kernel/start-fault.ts';
import type { EngineUser } from './engine-user.ts';
import { readPostmaster, stopPostmaster } from './postmaster.ts';

export type EngineProcess = { port: number; stop(): Promise<void> };

type Options = {
  program: string;
  cluster: string;
  logFile: string;
  user: EngineUser | null;
  settings: readonly string[];
  clock: Clock;
  log: Log;
};

const logBytesMax = 10 * 1024 * 1024;
const pollMs = 20;
const readyAfterMsMax = 120_000;
const restartMsMin = 200;
const restartMsMax = 10_000;

/**
 * Restarts PostgreSQL on the same port without a limit: a full disk or a missing volume may be fixed days later. Returns
 * undefined if another process's PostgreSQL runs on the cluster.
 */
export async function superviseEngine(options: Options): Promise<EngineProcess | undefined> {
  const port = await freePort();
  let child = launch(options, port);
  if (!(await isReady(child, options))) return refuseUnlessRival(options);

  const stopping = new AbortController();
  const watch = (current: ChildProcess): void => {
    current.once('exit', (code, signal) => {
      if (stopping.signal.aborted) return;
      options.log.error({ code, signal }, 'PostgreSQL exited unexpectedly; restarting it');
      void restart();
    });
  };
  const restart = async (): Promise<void> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      // A crash recovery can outlast the wait below, and a second PostgreSQL cannot start on the same cluster.
      if (!isAlive(child)) child = tryLaunch(options, port) ?? child;
      if (await isReady(child, options)) return watch(child);
      // Backends of a killed postmaster keep its shared memory for a moment, so the first attempts may fail.
      const waitMs = restartWaitMs(attempt);
      if (waitMs === restartMsMax) {
        options.log.error({ attempt, logFile: options.logFile }, 'PostgreSQL does not start; retrying');
      }
      await options.clock.sleep(waitMs, stopping.signal);
    }
  };
  watch(child);
  return {
    port,
    stop: async () => {
      stopping.abort();
      if (child.pid !== undefined && isAlive(child)) await stopPostmaster(child.pid, options.clock);
    },
  };
}

export function restartWaitMs(attempt: number): number {
  return Math.min(restartMsMax, restartMsMin * 2 ** (attempt - 1));
}

/** On a full disk, even opening the log file may fail. */
function tryLaunch(options: Options, port: number): ChildProcess | undefined {
  try {
    return launch(options, port);
  } catch (error) {
    options.log.error({ err: error }, 'PostgreSQL could not be launched');
    return undefined;
  }
}

function launch({ program, cluster, logFile, user, settings }: Options, port: number): ChildProcess {
  const fixed = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'timezone=UTC', 'log_timezone=UTC'];
  const args = ['-D', cluster, '-p', String(port), ...[...fixed, ...settings].flatMap((one) => ['-c', one])];
  const output = openLog(logFile);
  const child = spawn(program, args, {
    // A process group of its own: Ctrl-C reaches only Herald, which stops PostgreSQL last.
    detached: true,
    stdio: ['ignore', output, output],
    cwd: cluster,
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
  });
  child.on('error', () => undefined);
  closeSync(output);
  return child;
}

async function isReady(child: ChildProcess, { cluster, clock }: Options): Promise<boolean> {
  for (let waited = 0; waited < readyAfterMsMax; waited += pollMs) {
    if (!isAlive(child)) return false;
    if (readPostmaster(cluster)?.pid === child.pid && isAccepting(cluster)) return true;
    await clock.sleep(pollMs);
  }
  return false;
}

function isAlive(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Line 8 of the pid file is PostgreSQL's state. */
function isAccepting(cluster: string): boolean {
  try {
    return readFileSync(`${cluster}/postmaster.pid`, 'utf8').split('\n')[7]?.startsWith('ready') === true;
  } catch {
    return false;
  }
}

function refuseUnlessRival({ cluster, logFile }: Options): undefined {
  if (readPostmaster(cluster) !== undefined) return undefined;
  const tail = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-6).join('\n');
  throw new StartFault(`PostgreSQL did not start. The end of ${logFile}:\n${tail}`);
}

function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logBytesMax) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
