import { open, rm, stat, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock } from '../kernel/time/clock.ts';
import type { Random } from '../kernel/crypto/random.ts';
import { AppError } from '../kernel/errors.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { checkRange, noBytes, readable, type ByteRange } from './byte-range.ts';
import { diskSpace } from './disk-space.ts';
import { exactLength } from './exact-length.ts';
import { faultCode, unlessMissing } from './fault-code.ts';
import { roundTrip } from './round-trip.ts';
import { checkKey } from './storage-key.ts';
import type { Storage } from './storage.ts';
import { sweepFolder } from './sweep-folder.ts';
import { writeWhole } from './write-whole.ts';

type LocalDiskOptions = {
  folder: string;
  clock: Clock;
  random: Random;
  /** Without subfolders, for a few files that people look at. */
  isFlat?: boolean;
};

/** Stores `<folder>/k3/k3v9….jpg`; unfinished files are in `<folder>/incoming/`. */
export function createLocalDisk(options: LocalDiskOptions): Storage {
  const { clock, random } = options;
  const folder = resolve(options.folder);
  const incoming = join(folder, 'incoming');

  const pathOf = (key: string): string =>
    join(folder, options.isFlat === true ? '' : checkKey(key).slice(0, 2), checkKey(key));

  const storage: Storage = {
    write: async (key, source, { sizeBytes }) =>
      writeWhole(exactLength(source, sizeBytes), {
        temporary: join(incoming, Buffer.from(random.bytes(16)).toString('hex')),
        path: pathOf(key),
      }),
    open: async (key, range) => openFile(pathOf(key), range),
    stat: async (key) => {
      const stats = await unlessMissing(stat(pathOf(key)));
      return stats && { sizeBytes: stats.size };
    },
    delete: async (key) => rm(pathOf(key), { force: true }),
    space: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return diskSpace(folder);
    },
    sweep: (olderThanMs) => sweepFolder(incoming, clock.now().getTime() - olderThanMs),
    check: async () => {
      try {
        await roundTrip(storage, random);
      } catch (error) {
        throw new StartFault(advice(folder, error));
      }
    },
  };
  return { ...storage, write: (key, source, facts) => orInsufficient(storage.write(key, source, facts)) };
}

/** Other programs may use up the space that was measured before writing. */
async function orInsufficient(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new AppError('insufficientStorage', 'The media disk is full: free some space, then retry', {}, error);
  }
}

function isDiskFull(error: unknown): boolean {
  const code = faultCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT';
}

async function openFile(path: string, range: ByteRange | undefined): Promise<AsyncIterable<Uint8Array> | undefined> {
  checkRange(range);
  const handle = await unlessMissing(open(path, 'r'));
  if (handle === undefined || range === undefined) return handle && readable(handle.createReadStream());
  if (range.start < range.end) return readable(handle.createReadStream({ start: range.start, end: range.end - 1 }));
  await handle.close();
  return noBytes();
}

function advice(folder: string, error: unknown): string {
  const code = faultCode(error);
  if (isDiskFull(error)) {
    return `The disk of the media folder ${folder} is full (${code}). Free some space, or set a folder on another disk.`;
  }
  if (code !== undefined) {
    return (
      `The media folder ${folder} cannot be written (${code}). It must be a folder in which the user that runs Herald ` +
      'may create files: correct its owner or its permissions, or set another folder.'
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return `The media folder ${folder} does not store files correctly. ${reason} Check the disk, or set another folder.`;
}
