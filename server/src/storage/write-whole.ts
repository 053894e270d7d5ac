import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Anyone who knows the key may read media, but not other users of this machine. */
const folderMode = 0o700;
const fileMode = 0o600;

type FilePaths = { temporary: string; path: string };

/** Renames after the last byte is synced: `path` always has a complete file, the previous one, or none. */
export async function writeWhole(source: AsyncIterable<Uint8Array>, { temporary, path }: FilePaths): Promise<void> {
  const subfolder = dirname(path);
  await mkdir(dirname(temporary), { recursive: true, mode: folderMode });
  await mkdir(subfolder, { recursive: true, mode: folderMode });
  // Outside of the try: an existing file belongs to another writer and must not be deleted.
  const handle = await open(temporary, 'wx', fileMode);
  try {
    try {
      await handle.writeFile(source);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    // The sweep deletes the file later; the first error is the useful one.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(subfolder);
  await syncFolder(dirname(subfolder));
}

/** Makes the rename survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
