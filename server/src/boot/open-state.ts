import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';
import { realClock } from '../kernel/time/clock.ts';
import { secureRandom } from '../kernel/crypto/random.ts';
import { createLocalDisk } from '../storage/local-disk.ts';
import type { Storage } from '../storage/storage.ts';

/** Outside the data folder, so that the copy of the epoch survives when an older data folder replaces it. */
export function openState({ stateDir }: Pick<Config, 'stateDir'>): Storage {
  const folder = stateDir ?? defaultFolder();
  // The parent may contain data folders, which PostgreSQL's user must be able to enter.
  if (!existsSync(dirname(folder))) makeParent(dirname(folder));
  return createLocalDisk({ folder, clock: realClock, random: secureRandom, isFlat: true });
}

/** Copying the epoch reports errors later. */
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
