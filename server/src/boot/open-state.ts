import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';
import { realClock } from '../kernel/time/clock.ts';
import { secureRandom } from '../kernel/crypto/random.ts';
import { createLocalDisk } from '../storage/local-disk.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * A folder outside the data folder. Its copy of the epoch survives when the data folder is replaced by an older one.
 */
export function openState({ stateDir }: Pick<Config, 'stateDir'>): Storage {
  const folder = stateDir ?? defaultFolder();
  // The parent may contain data folders, which PostgreSQL's user must be able to enter.
  if (!existsSync(dirname(folder))) makeParent(dirname(folder));
  return createLocalDisk({ folder, clock: realClock, random: secureRandom, isFlat: true });
}

/** Errors are reported later, when the epoch is copied. */
function makeParent(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
  } catch {
    return;
  }
}

function defaultFolder(): string {
  if (process.getuid?.() === 0) return '/var/lib/herald/state';
  return join(homedir(), '.local', 'state', 'herald');
}
