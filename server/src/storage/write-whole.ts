import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Media are served to whoever knows their key; other users of this machine do not. */
const folderMode = 0o700;
const fileMode = 0o600;

type Place = { temporary: string; path: string };

/** Under `path` there is the whole file or, as before, another or none: the rename comes after the last byte is safe. */
export async function writeWhole(source: AsyncIterable<Uint8Array>, { temporary, path }: Place): Promise<void> {
  const subfolder = dirname(path);
  await mkdir(dirname(temporary), { recursive: true, mode: folderMode });
  await mkdir(subfolder, { recursive: true, mode: folderMode });
  // Outside of the try: a name that is taken belongs to somebody else and must not be removed.
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
    // What cannot be removed now is left to the sweep; the reader wants the first fault.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(subfolder);
  await syncFolder(dirname(subfolder));
}

/** Who was told that the file is written counts on its name too, whatever happens to the power. */
async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders as files.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
