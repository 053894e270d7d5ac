import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { realClock } from './kernel/clock.ts';
import { secureRandom } from './kernel/random.ts';
import { createLocalDisk } from './storage/local-disk.ts';
import type { Storage } from './storage/storage.ts';

/**
 * A folder of the host outside the data folder, where a copy of the epoch survives when the whole data folder is
 * replaced by an older one.
 */
export function openState({ stateDir }: Pick<Config, 'stateDir'>): Storage {
  return createLocalDisk({ folder: stateDir ?? defaultFolder(), clock: realClock, random: secureRandom, isFlat: true });
}

function defaultFolder(): string {
  if (process.getuid?.() === 0) return '/var/lib/herald/state';
  return join(homedir(), '.local', 'state', 'herald');
}
