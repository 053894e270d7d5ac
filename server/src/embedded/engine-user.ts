import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { StartFault } from '../kernel/start-fault.ts';

export type EngineUser = { name: string; uid: number; gid: number };

/** PostgreSQL refuses to run as root. */
export function chooseEngineUser(configured: string | undefined): EngineUser | null {
  if (process.getuid?.() !== 0) return null;
  if (configured !== undefined) {
    const user = findUser(configured);
    if (user !== undefined && user.uid !== 0) return user;
    throw new StartFault(`HERALD_DATABASE_USER names "${configured}", which is not a system user other than root.`);
  }
  const user = findUser('postgres') ?? findUser('nobody');
  if (user !== undefined) return user;
  throw new StartFault(
    'When started as root, Herald runs PostgreSQL as the user postgres or nobody, but neither exists. ' +
      'Start Herald as an ordinary user, or set HERALD_DATABASE_USER.',
  );
}

export function ownerOfCluster(clusterDir: string, chosen: EngineUser | null): EngineUser | null {
  if (chosen === null) return null;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner === undefined || owner.uid === 0 || owner.uid === chosen.uid) return chosen;
  return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
}

/** A look-up starts two processes. */
const users = new Map<string, EngineUser | undefined>();

function findUser(name: string): EngineUser | undefined {
  if (users.has(name)) return users.get(name);
  const uid = readId('-u', name);
  const gid = readId('-g', name);
  const user = uid === undefined || gid === undefined ? undefined : { name, uid, gid };
  users.set(name, user);
  return user;
}

function readId(flag: string, name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, '--', name], { encoding: 'utf8' });
  return status === 0 && /^\d+\s*$/.test(stdout) ? Number(stdout) : undefined;
}
