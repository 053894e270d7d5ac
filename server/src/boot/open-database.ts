import { fileURLToPath } from 'node:url';
import type { Config, Secrets } from './config.ts';
import { checkPooler } from '../db/pooler-check.ts';
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
  /** Never a connection pooler, unlike `url`: for what needs a session. */
  directUrl: string;
  /** Undefined for an external database. */
  dataFolder: string | undefined;
  /** No other process uses this process's PostgreSQL. */
  isOwnEngine: boolean;
  space?: () => Promise<DiskSpace>;
  close(): Promise<void>;
};

type Options = { config: Config; secrets: Secrets; log: Log; holderName: string };

export const checkout = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

export function dataFolderOf(config: Config): string {
  return locateEngine({ ...config, checkout }).dataFolder;
}

export async function openDatabase(options: Options): Promise<OpenDatabase> {
  const database = await openAny(options);
  try {
    const faults = await findFaults(database, options);
    if (faults.length > 0) throw new StartFault(faults.join('\n'));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** For commands: uses the PostgreSQL of a running server, or starts and stops its own. */
export async function joinDatabase(options: Options): Promise<OpenDatabase> {
  const { config, secrets, holderName } = options;
  if (secrets.databaseUrl === undefined) {
    const { dataFolder, port } = locateEngine({ ...config, checkout });
    if (port !== undefined) {
      const attempt = await tryLock({ dataFolder, port }, holderName);
      if (attempt.kind === 'held') await attempt.client.end();
      if (attempt.kind === 'taken') {
        const url = engineUrl({ dataFolder, port }, 'herald');
        return { url, directUrl: url, dataFolder, isOwnEngine: false, close: () => Promise.resolve() };
      }
    }
  }
  return openDatabase(options);
}

async function openAny({ config, secrets, log, holderName }: Options): Promise<OpenDatabase> {
  if (secrets.databaseUrl !== undefined) {
    const close = (): Promise<void> => Promise.resolve();
    const { databaseUrl: url, databaseDirectUrl: directUrl = url } = secrets;
    return { url, directUrl, dataFolder: undefined, isOwnEngine: false, close };
  }
  const { dataDir, databaseUser } = config;
  const options = { dataDir, databaseUser, checkout, holderName, clock: realClock, random: secureRandom, log };
  const engine = await startEngine(options);
  const { url, dataFolder } = engine;
  const space = (): Promise<DiskSpace> => diskSpace(clusterDir(dataFolder));
  return { url, directUrl: url, dataFolder, isOwnEngine: true, space, close: () => engine.stop() };
}

async function findFaults({ url, directUrl }: OpenDatabase, { secrets, log }: Options): Promise<string[]> {
  const hasPooler = url !== directUrl;
  const facts = await reach(readServerFacts(directUrl), hasPooler ? ' at HERALD_DATABASE_DIRECT_URL' : '');
  if (facts.isPooled) return [poolerFault(secrets)];
  const pooler = hasPooler ? await reach(checkPooler(url, directUrl), ' at DATABASE_URL') : undefined;
  for (const warning of pooler?.warnings ?? []) log.warn(warning);
  return [...serverFaults(facts, true), ...(pooler?.faults ?? [])];
}

async function reach<Result>(work: Promise<Result>, where: string): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw new StartFault(`The database cannot be reached${where}: ${reasonOf(error)}`);
  }
}

function poolerFault({ databaseDirectUrl }: Secrets): string {
  return databaseDirectUrl === undefined
    ? 'DATABASE_URL leads to a connection pooler: also set HERALD_DATABASE_DIRECT_URL to the URL of PostgreSQL itself.'
    : 'HERALD_DATABASE_DIRECT_URL leads to a connection pooler: set it to the URL of PostgreSQL itself.';
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof AggregateError) return cause.errors.map((one) => reasonOf(one)).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
