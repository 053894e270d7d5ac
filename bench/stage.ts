import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startHerald } from './herald.ts';

export type Stage = { folder: string; apiKey: string; postgresVersion: string };

const profileCount = 10;

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'herald-bench-'));
  // As root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

export async function prepareStage(folder: string): Promise<Stage> {
  const apiKey = `hrd_live_${randomBytes(32).toString('hex')}`;
  const herald = await startHerald({ folder, apiKey });
  for (let number = 2; number <= profileCount; number += 1) {
    const response = await fetch(`${herald.url}/v1/profiles`, {
      method: 'POST',
      headers: { ...keyHeader(apiKey), 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Profile ${number}`, description: 'One of ten', color: '#336699' }),
    });
    if (response.status !== 201) throw new Error(`a profile for the benchmark was refused with ${response.status}`);
  }
  await insertAccount(folder);
  const postgresVersion = await readVersion(folder);
  await herald.stop();
  return { folder, apiKey, postgresVersion };
}

/** Has no token: these scenarios send nothing for it. */
export const benchAccount = { id: 'acc_bench00000000000000000000', platform: 'telegram' };

async function insertAccount(folder: string): Promise<void> {
  const client = await connect(folder);
  try {
    await client.query(
      `INSERT INTO accounts (id, owner_id, profile_id, platform, is_sandbox, provider_account_id, username, display_name,
                             status, granted_scopes, platform_state, is_token_refreshable, token_version,
                             refresh_failures, last_checked_at, connected_at, created_at, has_boards)
       SELECT $1, owner_id, id, $2, true, '-1001000000001', 'herald_news', 'Herald News', 'connected', '{}', '{}', false,
              1, 0, now(), now(), now(), false FROM profiles WHERE is_default`,
      [benchAccount.id, benchAccount.platform],
    );
  } finally {
    await client.end();
  }
}

export function keyHeader(apiKey: string): { authorization: string } {
  return { authorization: `Bearer ${apiKey}` };
}

export function databaseUrl(folder: string): string {
  const port = readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[3]?.trim();
  const password = readFileSync(join(folder, 'data/postgres.password'), 'utf8').trim();
  return `postgres://herald:${password}@127.0.0.1:${port ?? ''}/herald`;
}

export async function connect(folder: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl(folder), connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function readVersion(folder: string): Promise<string> {
  const client = await connect(folder);
  try {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]?.server_version ?? 'unknown';
  } finally {
    await client.end();
  }
}
