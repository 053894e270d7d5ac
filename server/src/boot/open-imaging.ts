import { join } from 'node:path';
import type { Config } from './config.ts';
import { createImaging, type Imaging } from '../imaging/imaging.ts';
import { realClock } from '../kernel/time/clock.ts';
import { dataFolderOf } from './open-database.ts';

/** Converts in the data folder, because `/tmp` is in memory on many machines. */
export function openImaging(config: Config, stopping: AbortSignal): Imaging {
  return createImaging({
    makesRenditions: config.renditions === 'on',
    ffmpeg: config.ffmpeg,
    scratchFolder: () => join(dataFolderOf(config), 'converting'),
    clock: realClock,
    stopping,
  });
}
