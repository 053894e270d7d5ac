import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type DataFolder = Disposable & { path: string };

/** Readable by the user who runs PostgreSQL, which refuses to run as root. */
export function createDataFolder(suite: string): DataFolder {
  const path = mkdtempSync(join(tmpdir(), `herald-${suite}-`));
  chmodSync(path, 0o755);
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
