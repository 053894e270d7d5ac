import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Only Herald's user can enter the folder. */
export async function withScratchFolder<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, 'video-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function sweepScratchFolders(parent: string, beforeMs: number): Promise<number> {
  let count = 0;
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name);
    const stats = await stat(folder).catch(() => undefined);
    if (stats === undefined || stats.mtimeMs >= beforeMs) continue;
    await rm(folder, { recursive: true, force: true });
    count += 1;
  }
  return count;
}
