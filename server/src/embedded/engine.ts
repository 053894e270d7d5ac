import { join } from 'node:path';
import type { Clock } from '../kernel/time/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Random } from '../kernel/crypto/random.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { clusterDir, ensureCluster } from './cluster.ts';
import { chooseDataFolder, makeDataFolder } from './data-folder.ts';
import { superviseEngine, type EngineProcess } from './engine-process.ts';
import { chooseEngineUser, ownerOfCluster } from './engine-user.ts';
import { engineUrl, ensureDatabase, keepLock, tryLock, type LockAttempt } from './folder-lock.ts';
import { placeBinaries } from './place-binaries.ts';
import { readPostmaster, stopPostmaster } from './postmaster.ts';

type Engine = { url: string; dataFolder: string; stop(): Promise<void> };

type EngineOptions = {
  dataDir: string | undefined;
  databaseUser: string | undefined;
  checkout: string;
  holderName: string;
  clock: Clock;
  random: Random;
  log: Log;
  settings?: readonly string[];
};

// How long a process that has just started PostgreSQL may take to acquire the lock.
const rivalGraceMs = 500;
const attemptMax = 300;
const pauseMs = 200;

export function locateEngine(options: Pick<EngineOptions, 'dataDir' | 'databaseUser' | 'checkout'>): {
  dataFolder: string;
  port: number | undefined;
} {
  const user = chooseEngineUser(options.databaseUser);
  const dataFolder = chooseDataFolder({ configured: options.dataDir, checkout: options.checkout, user });
  return { dataFolder, port: readPostmaster(clusterDir(dataFolder))?.port };
}

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { clock, random, log } = options;
  const chosen = chooseEngineUser(options.databaseUser);
  const dataFolder = chooseDataFolder({ configured: options.dataDir, checkout: options.checkout, user: chosen });
  makeDataFolder(dataFolder);
  const user = ownerOfCluster(clusterDir(dataFolder), chosen);

  for (let attempt = 1; attempt <= attemptMax; attempt += 1) {
    await clearTheWay(dataFolder, options);
    const binaries = placeBinaries(dataFolder, user);
    ensureCluster({ dataFolder, binaries, user, random });
    const child = await superviseEngine({
      program: join(binaries, 'postgres'),
      cluster: clusterDir(dataFolder),
      logFile: join(dataFolder, 'postgres.log'),
      user,
      settings: options.settings ?? [],
      clock,
      log,
    });
    if (child !== undefined) return await takeOver(child, dataFolder, options);
    // Another process started PostgreSQL first, or it is still recovering: checks again who owns it.
    await clock.sleep(pauseMs);
  }
  throw new StartFault(`The PostgreSQL of ${dataFolder} does not start: see ${join(dataFolder, 'postgres.log')}`);
}

/** Throws if another Herald owns the folder; stops a PostgreSQL that a killed one left behind. */
async function clearTheWay(dataFolder: string, { clock, holderName }: EngineOptions): Promise<void> {
  const running = readPostmaster(clusterDir(dataFolder));
  if (running === undefined) return;
  const look = (): Promise<LockAttempt> => tryLock({ dataFolder, port: running.port }, holderName);
  let attempt = await look();
  if (attempt.kind === 'held') {
    // The owner may still be starting: checks twice.
    await attempt.client.end();
    await clock.sleep(rivalGraceMs);
    attempt = await look();
  }
  if (attempt.kind === 'taken') throw folderHeld(dataFolder, attempt.holder);
  if (attempt.kind === 'unreachable') return;
  await stopPostmaster(running.pid, clock);
  await attempt.client.end().catch(() => undefined);
}

async function takeOver(child: EngineProcess, dataFolder: string, options: EngineOptions): Promise<Engine> {
  const address = { dataFolder, port: child.port };
  let attempt = await tryLock(address, options.holderName);
  if (attempt.kind === 'taken') {
    // Another process may have tested the lock at this moment.
    await options.clock.sleep(pauseMs);
    attempt = await tryLock(address, options.holderName);
  }
  if (attempt.kind !== 'held') {
    await child.stop();
    throw attempt.kind === 'taken'
      ? folderHeld(dataFolder, attempt.holder)
      : new StartFault(
          `The PostgreSQL of ${dataFolder} started but refused the connection of Herald: its password may be lost.`,
        );
  }
  await ensureDatabase(attempt.client);
  const lock = keepLock(attempt.client, {
    address,
    name: options.holderName,
    clock: options.clock,
    onLost: (holder) => options.log.fatal({ holder }, 'another process locked the data folder'),
  });
  return {
    url: engineUrl(address, 'herald'),
    dataFolder,
    stop: async () => {
      await lock.release();
      await child.stop();
    },
  };
}

function folderHeld(dataFolder: string, holder: string): StartFault {
  return new StartFault(
    `The data folder ${dataFolder} is in use by ${holder}. Stop that one first, or set HERALD_DATA_DIR to another ` +
      'folder. Several processes share a database through DATABASE_URL.',
  );
}
