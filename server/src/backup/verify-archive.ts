import { StartFault } from '../kernel/start-fault.ts';
import { hashFile, readLines, type Archive, type Written, type Progress } from './archive.ts';
import { mediaListKey, type Manifest, type MediaLine } from './manifest.ts';

export async function verifyArchive(archive: Archive, manifest: Manifest, progress: Progress): Promise<void> {
  for (const { file, bytes, sha256 } of manifest.tables) {
    requireSame(archive, file, { bytes, sha256 }, await hashFile(archive.files, file));
  }
  requireSame(archive, mediaListKey, manifest.media, await hashFile(archive.files, mediaListKey));
  let files = 0;
  for await (const line of readMediaList(archive)) {
    if ('missing' in line) continue;
    requireSame(archive, `media/${line.key}`, line, await hashFile(archive.media, line.key));
    files += 1;
    if (files % 100 === 0) progress(`verified ${files} of ${manifest.media.files} media files`);
  }
}

export async function* readMediaList({ files }: Archive): AsyncGenerator<MediaLine> {
  const source = await files.open(mediaListKey);
  if (source === undefined) return;
  for await (const line of readLines(source)) yield line as MediaLine;
}

function requireSame({ name }: Archive, file: string, expected: Written, actual: Written | undefined): void {
  if (actual?.sha256 === expected.sha256 && actual.bytes === expected.bytes) return;
  const fault = actual === undefined ? 'is missing' : 'does not match its checksum';
  throw new StartFault(`${name} is damaged: ${file} ${fault}. Use another backup.`);
}
