import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from './fault-code.ts';

/** Removes files last written before that instant. Others may take them away or finish them meanwhile. */
export async function sweepFolder(folder: string, beforeMs: number): Promise<number> {
  let count = 0;
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    if ((await unlessMissing(removeOld(join(folder, name), beforeMs))) === true) count += 1;
  }
  return count;
}

async function removeOld(path: string, beforeMs: number): Promise<boolean> {
  const found = await stat(path);
  if (!found.isFile() || found.mtimeMs >= beforeMs) return false;
  await rm(path);
  return true;
}
