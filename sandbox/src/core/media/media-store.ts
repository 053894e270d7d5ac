import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { access, appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type StoredMedia = { readonly sha256: string; readonly sizeBytes: number };
export type MediaStore = {
  keep(bytes: Uint8Array): Promise<StoredMedia>;
  read(sha256: string): Promise<Uint8Array | undefined>;
  /** Reads one part at a time; undefined when a part was deleted. */
  join(parts: readonly string[]): Promise<StoredMedia | undefined>;
  clear(): void;
};

const memoryBytesMax = 64 * 1024 * 1024;
const folderBytesMax = 4 * 1024 * 1024 * 1024;

export function createMediaStore(folder?: string, bytesMax?: number): MediaStore {
  return folder === undefined ? inMemory(bytesMax ?? memoryBytesMax) : inFolder(folder, bytesMax ?? folderBytesMax);
}

function describe(bytes: Uint8Array): StoredMedia {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length };
}

function inMemory(bytesMax: number): MediaStore {
  const bytesByHash = new Map<string, Uint8Array>();
  let totalBytes = 0;
  const forgetOldest = (): void => {
    for (const [sha256, bytes] of bytesByHash) {
      if (totalBytes <= bytesMax) return;
      bytesByHash.delete(sha256);
      totalBytes -= bytes.length;
    }
  };
  const keep = (bytes: Uint8Array): StoredMedia => {
    const media = describe(bytes);
    if (bytesByHash.has(media.sha256)) return media;
    bytesByHash.set(media.sha256, bytes);
    totalBytes += bytes.length;
    forgetOldest();
    return media;
  };
  return {
    keep: async (bytes) => keep(bytes),
    read: async (sha256) => bytesByHash.get(sha256),
    join: async (parts) => {
      const stored = parts.flatMap((sha256) => bytesByHash.get(sha256) ?? []);
      return stored.length < parts.length ? undefined : keep(Buffer.concat(stored));
    },
    clear: () => {
      bytesByHash.clear();
      totalBytes = 0;
    },
  };
}

function inFolder(folder: string, bytesMax: number): MediaStore {
  mkdirSync(folder, { recursive: true });
  const sizes = sizesIn(folder);
  let totalBytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const account = async ({ sha256, sizeBytes }: StoredMedia): Promise<void> => {
    if (sizes.has(sha256)) return;
    sizes.set(sha256, sizeBytes);
    totalBytes += sizeBytes;
    for (const [oldest, size] of sizes) {
      if (totalBytes <= bytesMax || oldest === sha256) return;
      sizes.delete(oldest);
      totalBytes -= size;
      await rm(join(folder, oldest), { force: true });
    }
  };
  let writes = 0;
  const partFile = (name: string): string => {
    writes += 1;
    return join(folder, `${name}.${writes}.part`);
  };
  const read: MediaStore['read'] = (sha256) => readFile(join(folder, sha256)).catch(() => undefined);
  return {
    keep: async (bytes) => {
      const media = describe(bytes);
      const target = join(folder, media.sha256);
      if (await exists(target)) return media;
      const part = partFile(media.sha256);
      await writeFile(part, bytes);
      await rename(part, target);
      await account(media);
      return media;
    },
    read,
    join: async (parts) => {
      const joinedFile = partFile('joined');
      const hash = createHash('sha256');
      let sizeBytes = 0;
      await writeFile(joinedFile, '');
      for (const sha256 of parts) {
        const bytes = await read(sha256);
        if (bytes === undefined) return rm(joinedFile).then(() => undefined);
        hash.update(bytes);
        sizeBytes += bytes.length;
        await appendFile(joinedFile, bytes);
      }
      const media = { sha256: hash.digest('hex'), sizeBytes };
      await rename(joinedFile, join(folder, media.sha256));
      await account(media);
      return media;
    },
    clear: () => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      sizes.clear();
      totalBytes = 0;
    },
  };
}

function sizesIn(folder: string): Map<string, number> {
  const files = readdirSync(folder).map((name) => ({ name, ...changeAndSize(join(folder, name)) }));
  return new Map(files.sort((one, other) => one.changedAtMs - other.changedAtMs).map(({ name, size }) => [name, size]));
}

function changeAndSize(file: string): { changedAtMs: number; size: number } {
  const { mtimeMs: changedAtMs, size } = statSync(file);
  return { changedAtMs, size };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
