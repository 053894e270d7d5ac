import { readFile } from 'node:fs/promises';
import type { AppOptions } from '../src/app.ts';
import type { Config, Secrets } from '../src/boot/config.ts';
import { openStorage } from '../src/boot/open-storage.ts';
import type { DiskSpace } from '../src/storage/disk-space.ts';

type Disks = Record<'database' | 'media', DiskSpace>;

/** Reads the free space from the JSON file at each measurement. */
export function measuredSpace(
  file: string,
  settings: { config: Config; secrets: Secrets },
): Pick<AppOptions, 'databaseSpace' | 'storage'> {
  const read = async (disk: keyof Disks): Promise<DiskSpace> =>
    (JSON.parse(await readFile(file, 'utf8')) as Disks)[disk];
  return {
    databaseSpace: () => read('database'),
    storage: { ...openStorage(settings), space: () => read('media') },
  };
}
