import { migrate, requireKnownMigrations } from '../db/migrate.ts';
import { requireOpens } from '../domain/vault/check-vault.ts';
import type { Clock } from '../kernel/time/clock.ts';
import { secureRandom } from '../kernel/crypto/random.ts';
import { createSealer } from '../kernel/crypto/seal.ts';
import type { SealKeys } from '../kernel/crypto/seal-keys.ts';
import { StartFault } from '../kernel/start-fault.ts';
import type { Storage } from '../storage/storage.ts';
import { hashFile, writeHashed, type Archive, type Progress } from './archive.ts';
import { checkTarget, loadTables, withTarget } from './load-tables.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { readMediaList, verifyArchive } from './verify-archive.ts';

/** Needs no target. Requires seal keys only if the archive contains secrets. */
export async function checkArchive(archive: Archive, keys: () => SealKeys, progress: Progress): Promise<Manifest> {
  const manifest = await readManifest(archive);
  await requireKnownMigrations(manifest.schema);
  if (manifest.vault.sentinel !== null) checkKeys(manifest.vault, manifest.vault.sentinel, keys());
  progress('verifying the archive');
  await verifyArchive(archive, manifest, progress);
  return manifest;
}

function checkKeys({ keyIds }: Manifest['vault'], sentinel: string, keys: SealKeys): void {
  const missing = keyIds.filter((id) => !keys.some((key) => key.id === id));
  if (missing.length > 0) {
    throw new StartFault(
      `The backup's secrets are sealed with keys that are missing: ${missing.join(', ')}. Add them to HERALD_TOKEN_KEYS, ` +
        'or restore the file token-keys of the data folder, then restore again.',
    );
  }
  requireOpens(createSealer(keys, secureRandom), sentinel);
}

type Target = { databaseUrl: string; storage: Storage; clock: Clock; isReplacing: boolean };

/** Restores media first: nothing refers to them until the database commits. */
export async function restoreBackup(
  archive: Archive,
  manifest: Manifest,
  target: Target,
  progress: Progress,
): Promise<void> {
  await withTarget(target.databaseUrl, (client) => checkTarget(client, target));
  await restoreMedia(archive, target.storage, progress);
  await loadTables(archive, manifest, { ...target, progress });
  await migrate(target.databaseUrl, target.clock, progress);
}

async function restoreMedia(archive: Archive, storage: Storage, progress: Progress): Promise<void> {
  let files = 0;
  for await (const line of readMediaList(archive)) {
    if ('missing' in line) continue;
    const { key, contentType, bytes, sha256 } = line;
    const isThere = (await storage.stat(key))?.sizeBytes === bytes && (await hashFile(storage, key))?.sha256 === sha256;
    if (!isThere) await copyFile(archive, storage, { key, contentType, sha256 });
    files += 1;
    if (files % 100 === 0) progress(`media: ${files} files`);
  }
  progress(`media: ${files} files`);
}

type MediaFile = { key: string; contentType: string; sha256: string };

async function copyFile({ media, name }: Archive, storage: Storage, file: MediaFile): Promise<void> {
  const { key, contentType, sha256 } = file;
  const source = await media.open(key);
  const written = source && (await writeHashed(storage, key, source, contentType));
  if (written?.sha256 !== sha256)
    throw new StartFault(`${name} changed during the restore: media/${key}. Restore again.`);
}
