import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { checkout } from '../../harness/programs/supervisor.ts';

export type Installation = { databaseUrl: string; folder: string; stateFolder: string; sandboxUrl: string };
export type Outcome = { code: number; output: string };

/** `server/test/entry.ts` seals with it. */
export const tokenKey = `test:${createHash('sha256').update('seal:0').digest('base64')}`;

const timeoutMs = 60_000;

export async function herald(at: Installation, args: readonly string[], keys = tokenKey): Promise<Outcome> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(HERALD_|DATABASE_URL)/.test(name));
  const child = spawn(process.execPath, [join(checkout, 'server/src/cli/herald.ts'), ...args], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    env: {
      ...(Object.fromEntries(inherited) as Record<string, string>),
      DATABASE_URL: at.databaseUrl,
      HERALD_DATA_DIR: at.folder,
      HERALD_STATE_DIR: at.stateFolder,
      HERALD_SANDBOX_URL: at.sandboxUrl,
      HERALD_TOKEN_KEYS: keys,
    },
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(String(chunk)));
  const code = await new Promise<number>((resolve) => child.on('close', (ended) => resolve(ended ?? -1)));
  return { code, output: chunks.join('') };
}

export async function succeed(at: Installation, args: readonly string[]): Promise<string> {
  const { code, output } = await herald(at, args);
  if (code !== 0) throw new Error(`herald ${args.join(' ')} ended with ${code}: ${output}`);
  return output;
}
