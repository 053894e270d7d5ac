import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from './fault-code.ts';

/** Tolerates other processes that delete or finish the files. */
export async function sweepFolder(folder: string, beforeMs: number): Promise<number> {
  let count = 0;
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    if ((await unlessMissing(removeOld(join(folder, name), beforeMs))) === true) count += 1;
  }
  return count;
}

async function removeOld(path: string, beforeMs: number): Promise<boolean> {
  const stats = await stat(path);
  if (!stats.isFile() || stats.mtimeMs >= beforeMs) return false;
  await rm(path);
  return true;
}
