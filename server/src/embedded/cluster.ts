import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../kernel/crypto/random.ts';
import { StartFault } from '../kernel/start-fault.ts';
import type { EngineUser } from './engine-user.ts';

export const engineRole = 'herald';

export function clusterDir(dataFolder: string): string {
  return join(dataFolder, 'postgres');
}

export function readPassword(dataFolder: string): string | undefined {
  const file = passwordFile(dataFolder);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

type Options = { dataFolder: string; binaries: string; user: EngineUser | null; random: Random };

/** Renamed when complete, so that an interrupted start can be repeated. */
export function ensureCluster({ dataFolder, binaries, user, random }: Options): void {
  if (existsSync(join(clusterDir(dataFolder), 'PG_VERSION'))) return;
  const password = Buffer.from(random.bytes(24)).toString('hex');
  writeFileSync(passwordFile(dataFolder), `${password}\n`, { mode: 0o600 });

  const partial = join(dataFolder, 'postgres.partial');
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  if (user !== null) chownSync(partial, user.uid, user.gid);
  initdb({ binaries, partial, user, password });
  renameSync(partial, clusterDir(dataFolder));
}

type InitOptions = { binaries: string; partial: string; user: EngineUser | null; password: string };

function initdb({ binaries, partial, user, password }: InitOptions): void {
  // For PostgreSQL's user, who may not read the original.
  const passwordCopy = `${partial}.password`;
  writeFileSync(passwordCopy, `${password}\n`, { mode: 0o600 });
  if (user !== null) chownSync(passwordCopy, user.uid, user.gid);
  const args = [
    `--pgdata=${partial}`,
    `--username=${engineRole}`,
    `--pwfile=${passwordCopy}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ];
  const identity = user === null ? {} : { uid: user.uid, gid: user.gid };
  const { status, stderr, error } = spawnSync(join(binaries, 'initdb'), args, {
    ...identity,
    cwd: partial,
    encoding: 'utf8',
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
  });
  rmSync(passwordCopy, { force: true });
  if (status === 0) return;
  throw new StartFault(`PostgreSQL could not set up its data in ${partial}:\n${error?.message ?? stderr}`);
}

function passwordFile(dataFolder: string): string {
  return join(dataFolder, 'postgres.password');
}
