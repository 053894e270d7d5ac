import pg from 'pg';
import { databaseFailure } from './failure.ts';

type ServerFacts = {
  versionNumber: number;
  version: string;
  /** Must be on for acknowledged writes to survive a crash. */
  unsafeSettings: string[];
  databaseTime: Date;
  /** A pooler hides the process ID of PostgreSQL behind one of its own. */
  isPooled: boolean;
};

const versionNumberMin = 150_000;
const durabilitySettings = ['synchronous_commit', 'fsync', 'full_page_writes'];

export async function readServerFacts(url: string): Promise<ServerFacts> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; setting: string }>(
      'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
      [[...durabilitySettings, 'server_version_num', 'server_version']],
    );
    const backend = await client.query<{ at: Date; pid: number }>(
      'SELECT clock_timestamp() AS at, pg_backend_pid() AS pid',
    );
    const setting = new Map(rows.map((row) => [row.name, row.setting]));
    return {
      versionNumber: Number(setting.get('server_version_num')),
      version: setting.get('server_version') ?? 'unknown',
      unsafeSettings: durabilitySettings.filter((name) => setting.get(name) === 'off'),
      databaseTime: backend.rows[0]?.at ?? new Date(0),
      isPooled: backend.rows[0]?.pid !== (client as unknown as { processID: number | null }).processID,
    };
  } catch (error) {
    throw databaseFailure(error);
  } finally {
    await client.end();
  }
}

export function serverFaults(facts: ServerFacts, isDurabilityRequired: boolean): string[] {
  const faults: string[] = [];
  if (facts.versionNumber < versionNumberMin) {
    faults.push(`PostgreSQL ${facts.version} is too old: Herald needs 15 or newer.`);
  }
  if (isDurabilityRequired) {
    for (const name of facts.unsafeSettings) {
      faults.push(`PostgreSQL runs with ${name} off, so acknowledged writes can be lost: turn it on.`);
    }
  }
  return faults;
}
