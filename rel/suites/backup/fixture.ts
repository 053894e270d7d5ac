import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectSandbox, liftTelegramLimits, type Target } from '../../harness/sandbox-account.ts';
import { startSinks, type SinkFarm } from '../../harness/network/sinks.ts';
import type { Api, CaseDatabase, SandboxProcess, Testbed, User } from '../../harness/testbed.ts';
import { inParallel } from '../../harness/wait.ts';
import { scaled } from '../publish/scaled.ts';
import type { Installation } from './operator.ts';

export type Fixture = AsyncDisposable & {
  database: CaseDatabase;
  sandbox: SandboxProcess;
  api: Api;
  user: User;
  accounts: Target[];
  farm: SinkFarm;
  installation: Installation;
  /** For processes of the same installation; `users: 0` because the user exists. */
  options: { users: number } & Record<string, unknown>;
  newFolder(): string;
};

export const epochMs = 1000;

export async function openFixture(testbed: Testbed): Promise<Fixture> {
  const folders: string[] = [];
  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'herald-backup-'));
    chmodSync(folder, 0o755);
    folders.push(folder);
    return folder;
  };
  const database = await testbed.openDatabase();
  const sandbox = await database.startSandbox();
  const farm = await startSinks(1);
  const installation = {
    ...{ databaseUrl: database.url, folder: newFolder(), stateFolder: newFolder() },
    sandboxUrl: sandbox.url,
  };
  const { folder, stateFolder } = installation;
  const options = {
    ...{ users: 0, folder, stateFolder, sandboxUrl: sandbox.url, admitted: farm.sinks.map(({ port }) => port) },
    timing: { ...scaled, epochMs, deliveryPollMs: 200 },
  } as const;
  const api = await database.startApi({ ...options, users: 1 });
  sandbox.reach(api.baseUrl);
  const { user } = api;
  await liftTelegramLimits(sandbox.control, ['backup_room']);
  const accounts = [
    await connectSandbox(api, user, { platform: 'telegram', name: 'backup_room' }),
    await connectSandbox(api, user, { platform: 'bluesky', name: 'backupwriter' }),
  ];
  const events = ['post.scheduled', 'post.target.published'];
  for (const name of ['First', 'Second']) {
    const endpoint = { name, url: farm.sinks[0]?.url, events, profileAccess: 'all_profiles' };
    const { status, body } = await api.call(user, 'POST', '/v1/webhooks', endpoint);
    if (status !== 201) throw new Error(`a webhook got ${status} ${JSON.stringify(body)}`);
  }
  return {
    ...{ database, sandbox, api, user, accounts, farm, installation, options, newFolder },
    [Symbol.asyncDispose]: async () => {
      await farm.close();
      await sandbox.stop();
      for (const one of folders) rmSync(one, { recursive: true, force: true });
    },
  };
}

/** Telegram limits messages per minute and chat, so only every tenth post is for both accounts. */
export function accountsOf({ accounts }: Pick<Fixture, 'accounts'>, index: number): Target[] {
  return index % 10 === 0 ? accounts : accounts.slice(1);
}

export async function schedulePosts(fixture: Fixture, texts: readonly string[]): Promise<string[]> {
  const { api, user } = fixture;
  const ids: string[] = [];
  const scheduledFor = new Date(Date.now() + 600_000).toISOString();
  await inParallel(texts, 8, async (content, index) => {
    const input = { content, platforms: accountsOf(fixture, index), scheduledFor };
    const { status, body } = await api.call<{ post: { _id: string } }>(user, 'POST', '/v1/posts', input);
    if (status !== 201) throw new Error(`a post got ${status} ${JSON.stringify(body)}`);
    ids.push(body.post._id);
  });
  return ids;
}

/** In the database, because the API accepts nothing that is due within a minute. */
export async function makeAllDue({ sql }: Pick<CaseDatabase, 'sql'>): Promise<void> {
  await sql(`UPDATE posts SET scheduled_for = now() WHERE status = 'scheduled'`);
  await sql(`UPDATE post_targets SET due_at = now() WHERE status = 'scheduled'`);
}
