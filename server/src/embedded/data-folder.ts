import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { StartFault } from '../kernel/start-fault.ts';
import type { EngineUser } from './engine-user.ts';
import { closedDirectory } from './reach.ts';

type Choice = { configured: string | undefined; checkout: string; user: EngineUser | null };

/** Defaults to `./data` of the checkout, or a folder under /var/lib if PostgreSQL's user cannot enter that. */
export function chooseDataFolder({ configured, checkout, user }: Choice): string {
  if (configured !== undefined) {
    const folder = resolve(configured);
    const closed = closedDirectory(folder, user);
    if (closed === undefined) return folder;
    throw new StartFault(
      `HERALD_DATA_DIR is ${folder}, but the user "${user?.name ?? ''}", who runs PostgreSQL, may not enter ${closed}. ` +
        'Choose another folder, open that directory (chmod o+x), or set HERALD_DATABASE_USER.',
    );
  }
  const folder = join(checkout, 'data');
  return closedDirectory(folder, user) === undefined ? folder : join('/var/lib/herald', folderName(checkout));
}

export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
  } catch (error) {
    throw new StartFault(`The data folder ${folder} cannot be created: ${(error as Error).message}`);
  }
}

function folderName(checkout: string): string {
  return `${basename(checkout)}-${createHash('sha256').update(checkout).digest('hex').slice(0, 8)}`;
}
