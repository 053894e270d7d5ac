import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectSandbox, type Target } from '../../harness/sandbox-account.ts';
import type { Api, CaseDatabase, SandboxProcess, Stage, User } from '../../harness/stage.ts';
import { networks, traitsOf, type Network } from './networks.ts';
import { scaled } from './scaled.ts';

/** One Herald without a worker, the networks, and accounts on each of them. */
export type Scene = AsyncDisposable & {
  api: Api;
  user: User;
  database: CaseDatabase;
  sandbox: SandboxProcess;
  /** For processes that are to work on the same. */
  options: { timing: typeof scaled; sandboxUrl: string; folder: string };
  accounts: Record<Network, Target[]>;
  imageUrl: string;
};

export async function openScene(stage: Stage, wanted: Wanted): Promise<Scene> {
  const { accounts: count, timing = {}, on = networks } = wanted;
  const folder = mkdtempSync(join(tmpdir(), 'herald-publish-'));
  chmodSync(folder, 0o755);
  const database = await stage.openDatabase();
  const sandbox = await database.startSandbox();
  const options = { timing: { ...scaled, ...timing }, sandboxUrl: sandbox.url, folder };
  const api = await database.startApi({ ...options, users: 1 });
  sandbox.reach(api.baseUrl);
  const [user] = api.users;
  if (user === undefined) throw new Error('a user is missing');
  const accounts = Object.fromEntries(networks.map((name) => [name, [] as Target[]])) as Scene['accounts'];
  for (const platform of on) {
    for (let n = 0; n < count; n += 1) {
      accounts[platform].push(await connectSandbox(api, user, { platform, name: traitsOf(platform).account(n) }));
    }
  }
  // How fast a bot may write is not what these suites are about.
  const chats = accounts.telegram.map((_, n) => ({ name: traitsOf('telegram').account(n), messagesPerSecond: 0 }));
  await sandbox.control('POST', 'accounts', { platform: 'telegram', accounts: chats });
  return {
    ...{ api, user, database, sandbox, options, accounts },
    imageUrl: await uploadImage(api, user),
    [Symbol.asyncDispose]: async () => {
      await api.child.stop();
      await sandbox.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Wanted = {
  /** On each network. */
  accounts: number;
  timing?: Partial<typeof scaled>;
  on?: readonly Network[];
};

/** 60 by 48 points of one colour. */
const image = Buffer.from(
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAwADwDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCgFyQAAAAAAAAAAAAAAAAAAAAAB//Z',
  'base64',
);

async function uploadImage(api: Api, user: User): Promise<string> {
  const announced = { filename: 'image.jpg', contentType: 'image/jpeg', size: image.length };
  const { body } = await api.call<{ uploadUrl: string; publicUrl: string }>(
    ...([user, 'POST', '/v1/media/presign', announced] as const),
  );
  const headers = { 'content-type': 'image/jpeg' };
  const place = `${api.baseUrl}${new URL(body.uploadUrl).pathname}`;
  const answer = await fetch(place, { method: 'PUT', headers, body: image });
  if (!answer.ok) throw new Error(`the image was not taken: ${answer.status} ${await answer.text()}`);
  return body.publicUrl;
}
