import { createHash } from 'node:crypto';
import { StartFault } from '../kernel/start-fault.ts';
import type { Archive, Written } from './archive.ts';

export const manifestKey = 'manifest.json';
export const mediaListKey = 'media.jsonl';
const format = 'herald-backup-1';

export type TableFile = Written & { table: string; file: string; rows: number };

/** Written last: an archive without a manifest is incomplete. */
export type Manifest = {
  createdAt: string;
  epoch: number;
  schema: { name: string; checksum: string }[];
  vault: { keyIds: string[]; sentinel: string | null };
  tables: TableFile[];
  sequences: Record<string, string>;
  media: Written & { files: number; fileBytes: number; missing: number };
};

/** `missing`: deleted during the backup. */
export type MediaLine = { key: string; contentType: string } & (Written | { missing: true });

export async function writeManifest({ files }: Archive, manifest: Manifest): Promise<void> {
  const body = JSON.stringify(manifest);
  const text = `${JSON.stringify({ format, checksum: checksum(body), manifest }, null, 2)}\n`;
  await files.write(manifestKey, once(Buffer.from(text)), { contentType: 'application/json' });
}

export async function readManifest({ files, name }: Archive): Promise<Manifest> {
  const source = await files.open(manifestKey);
  if (source === undefined) {
    throw new StartFault(`${name} is not a complete backup: ${manifestKey} is missing.`);
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  const parsed = parse(Buffer.concat(chunks).toString('utf8'));
  if (parsed?.format !== format) {
    throw new StartFault(`${name} is damaged or from another version of Herald: ${manifestKey} cannot be read.`);
  }
  const { manifest } = parsed;
  if (manifest === undefined || parsed.checksum !== checksum(JSON.stringify(manifest))) {
    throw new StartFault(`${name} is damaged: ${manifestKey} was changed. Use another backup.`);
  }
  return manifest;
}

function parse(text: string): { format?: string; checksum?: string; manifest?: Manifest } | undefined {
  try {
    return JSON.parse(text) as { format?: string };
  } catch {
    return undefined;
  }
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
