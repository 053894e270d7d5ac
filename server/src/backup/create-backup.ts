import type pg from 'pg';
import { StartFault } from '../kernel/start-fault.ts';
import type { Storage } from '../storage/storage.ts';
import { toLine, writeHashed, type Archive, type Progress } from './archive.ts';
import {
  manifestKey,
  mediaListKey,
  readManifest,
  writeManifest,
  type Manifest,
  type MediaLine,
  type TableFile,
} from './manifest.ts';
import { epochOf, mediaOf, rowsOf, schemaOf, sequencesOf, tablesOf, vaultOf, withSnapshot } from './snapshot.ts';
import { verifyArchive } from './verify-archive.ts';

type Source = { databaseUrl: string; storage: Storage; createdAt: Date };

/** Works while Herald runs, and verifies the archive at the end. */
export async function createBackup(source: Source, archive: Archive, progress: Progress): Promise<Manifest> {
  if ((await archive.files.stat(manifestKey)) !== undefined) {
    throw new StartFault(`${archive.name} already contains a backup. Choose an empty folder or another prefix.`);
  }
  await withSnapshot(source.databaseUrl, async (client) => {
    const tables: TableFile[] = [];
    for (const table of await tablesOf(client)) {
      tables.push(await dumpTable(client, archive, table));
      progress(`${table}: ${tables.at(-1)?.rows ?? 0} rows`);
    }
    await writeManifest(archive, {
      createdAt: source.createdAt.toISOString(),
      epoch: await epochOf(client),
      schema: await schemaOf(client),
      vault: await vaultOf(client),
      tables,
      sequences: await sequencesOf(client),
      media: await copyMedia(client, source.storage, archive, progress),
    });
  });
  progress('verifying');
  const manifest = await readManifest(archive);
  await verifyArchive(archive, manifest, progress);
  return manifest;
}

async function dumpTable(client: pg.Client, { files }: Archive, table: string): Promise<TableFile> {
  const file = `table-${table.replaceAll('_', '-')}.jsonl`;
  let rows = 0;
  async function* lines(): AsyncGenerator<Uint8Array> {
    for await (const row of rowsOf(client, table)) {
      rows += 1;
      yield toLine(row);
    }
  }
  const written = await writeHashed(files, file, lines());
  return { table, file, rows, ...written };
}

/** Files do not change under their key; one deleted meanwhile is listed as missing. */
async function copyMedia(
  client: pg.Client,
  storage: Storage,
  archive: Archive,
  progress: Progress,
): Promise<Manifest['media']> {
  const counts = { files: 0, fileBytes: 0, missing: 0 };
  async function* lines(): AsyncGenerator<Uint8Array> {
    for await (const { key, content_type: contentType } of mediaOf(client)) {
      const source = await storage.open(key);
      if (source === undefined) {
        counts.missing += 1;
        yield toLine({ key, contentType, missing: true } satisfies MediaLine);
        continue;
      }
      const written = await writeHashed(archive.media, key, source, contentType);
      counts.files += 1;
      counts.fileBytes += written.bytes;
      if (counts.files % 100 === 0) progress(`media: ${counts.files} files, ${counts.fileBytes} bytes`);
      yield toLine({ key, contentType, ...written } satisfies MediaLine);
    }
  }
  const written = await writeHashed(archive.files, mediaListKey, lines());
  progress(`media: ${counts.files} files, ${counts.fileBytes} bytes, ${counts.missing} missing`);
  return { ...written, ...counts };
}
