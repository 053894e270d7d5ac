import { statfs } from 'node:fs/promises';

export type DiskSpace = { freeBytes: number; totalBytes: number };

/** Counts blocks reserved for root as used. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
