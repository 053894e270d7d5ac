import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { access, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type KeptMedia = { readonly sha256: string; readonly sizeBytes: number };
export type MediaStore = {
  keep(bytes: Uint8Array): Promise<KeptMedia>;
  read(sha256: string): Promise<Uint8Array | undefined>;
  clear(): void;
};

const memoryBytesMax = 64 * 1024 * 1024;

export function createMediaStore(folder?: string): MediaStore {
  return folder === undefined ? inMemory() : inFolder(folder);
}

function describe(bytes: Uint8Array): KeptMedia {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length };
}

function inMemory(): MediaStore {
  const kept = new Map<string, Uint8Array>();
  let totalBytes = 0;
  return {
    keep: async (bytes) => {
      const media = describe(bytes);
      if (!kept.has(media.sha256) && totalBytes + bytes.length <= memoryBytesMax) {
        kept.set(media.sha256, bytes);
        totalBytes += bytes.length;
      }
      return media;
    },
    read: async (sha256) => kept.get(sha256),
    clear: () => {
      kept.clear();
      totalBytes = 0;
    },
  };
}

function inFolder(folder: string): MediaStore {
  mkdirSync(folder, { recursive: true });
  let writes = 0;
  return {
    keep: async (bytes) => {
      const media = describe(bytes);
      const target = join(folder, media.sha256);
      if (await exists(target)) return media;
      writes += 1;
      const part = `${target}.${writes}.part`;
      await writeFile(part, bytes);
      await rename(part, target);
      return media;
    },
    read: async (sha256) => readFile(join(folder, sha256)).catch(() => undefined),
    clear: () => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
