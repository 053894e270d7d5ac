import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder that nobody else can enter and that is gone afterwards, whatever comes of the work. */
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

/** What a process that died has left, once it is so old that nobody can still work there. */
export async function sweepScratchFolders(parent: string, beforeMs: number): Promise<number> {
  let count = 0;
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name);
    const found = await stat(folder).catch(() => undefined);
    if (found === undefined || found.mtimeMs >= beforeMs) continue;
    await rm(folder, { recursive: true, force: true });
    count += 1;
  }
  return count;
}
