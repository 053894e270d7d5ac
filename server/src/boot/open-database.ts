import { fileURLToPath } from 'node:url';
import type { Config, Secrets } from './config.ts';
import { readServerFacts, serverFaults } from '../db/server-check.ts';
import { clusterDir } from '../embedded/cluster.ts';
import { locateEngine, startEngine } from '../embedded/engine.ts';
import { engineUrl, tryLock } from '../embedded/folder-lock.ts';
import { realClock } from '../kernel/time/clock.ts';
import type { Log } from '../kernel/log.ts';
import { secureRandom } from '../kernel/crypto/random.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { diskSpace, type DiskSpace } from '../storage/disk-space.ts';

export type OpenDatabase = {
  url: string;
  /** Undefined for an external database. */
  dataFolder: string | undefined;
  /** This process started PostgreSQL, so no other process uses it. */
  isOwnEngine: boolean;
  space?: () => Promise<DiskSpace>;
  close(): Promise<void>;
};

type Options = { config: Config; secrets: Secrets; log: Log; holderName: string };

export const checkout = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

export function dataFolderOf(config: Config): string {
  return locateEngine({ ...config, checkout }).dataFolder;
}

/** Refuses a server whose settings can lose writes. */
export async function openDatabase(options: Options): Promise<OpenDatabase> {
  const database = await openAny(options);
  try {
    const faults = serverFaults(await readServerFacts(database.url), true);
    if (faults.length > 0) throw new StartFault(faults.join('\n'));
    return database;
  } catch (error) {
    await database.close();
    if (error instanceof StartFault) throw error;
    throw new StartFault(`The database cannot be reached: ${reasonOf(error)}`);
  }
}

/** For commands: uses the PostgreSQL of a running server, or starts it and stops it again. */
export async function joinDatabase(options: Options): Promise<OpenDatabase> {
  const { config, secrets, holderName } = options;
  if (secrets.databaseUrl === undefined) {
    const { dataFolder, port } = locateEngine({ ...config, checkout });
    if (port !== undefined) {
      const attempt = await tryLock({ dataFolder, port }, holderName);
      if (attempt.kind === 'held') await attempt.client.end();
      if (attempt.kind === 'taken') {
        const url = engineUrl({ dataFolder, port }, 'herald');
        return { url, dataFolder, isOwnEngine: false, close: () => Promise.resolve() };
      }
    }
  }
  return openDatabase(options);
}

async function openAny({ config, secrets, log, holderName }: Options): Promise<OpenDatabase> {
  if (secrets.databaseUrl !== undefined) {
    const close = (): Promise<void> => Promise.resolve();
    return { url: secrets.databaseUrl, dataFolder: undefined, isOwnEngine: false, close };
  }
  const { dataDir, databaseUser } = config;
  const options = { dataDir, databaseUser, checkout, holderName, clock: realClock, random: secureRandom, log };
  const engine = await startEngine(options);
  const { url, dataFolder } = engine;
  const space = (): Promise<DiskSpace> => diskSpace(clusterDir(dataFolder));
  return { url, dataFolder, isOwnEngine: true, space, close: () => engine.stop() };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof AggregateError) return cause.errors.map((one) => reasonOf(one)).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
