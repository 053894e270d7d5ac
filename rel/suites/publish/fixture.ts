import { createDataFolder } from '../../harness/data-folder.ts';
import { connectSandbox, type Target } from '../../harness/sandbox-account.ts';
import { imageFile, uploadFile, videoFile } from '../../harness/upload-file.ts';
import type { Api, CaseDatabase, SandboxProcess, Testbed, User } from '../../harness/testbed.ts';
import { allPlatforms, traitsOf, type Platform } from './platforms.ts';
import { scaled } from './scaled.ts';

export type Fixture = AsyncDisposable & {
  api: Api;
  user: User;
  database: CaseDatabase;
  sandbox: SandboxProcess;
  options: { timing: typeof scaled; sandboxUrl: string; folder: string };
  accounts: Record<Platform, Target[]>;
  files: Readonly<Record<'image' | 'video', string>>;
};

export async function openFixture(testbed: Testbed, fixtureOptions: FixtureOptions): Promise<Fixture> {
  const { accounts: count, timing = {}, on = allPlatforms } = fixtureOptions;
  const dataFolder = createDataFolder('publish');
  const folder = dataFolder.path;
  const database = await testbed.openDatabase();
  const sandbox = await database.startSandbox();
  const options = { timing: { ...scaled, ...timing }, sandboxUrl: sandbox.url, folder };
  const api = await database.startApi({ ...options, users: 1 });
  sandbox.reach(api.baseUrl);
  const { user } = api;
  const accounts = Object.fromEntries(allPlatforms.map((name) => [name, [] as Target[]])) as Fixture['accounts'];
  for (const platform of on) {
    for (let n = 0; n < count; n += 1) {
      const { facts, account: nameOf } = traitsOf(platform);
      const name = nameOf(n);
      if (facts !== undefined) await sandbox.control('POST', 'accounts', { platform, accounts: [{ name, ...facts }] });
      const account = await connectSandbox(api, user, { platform, name });
      if (traitsOf(platform).hasBoards === true) await chooseBoard(api, user, account);
      accounts[platform].push(account);
    }
  }
  return {
    ...{ api, user, database, sandbox, options, accounts },
    files: {
      image: (await uploadFile(api, user, imageFile)).url,
      video: (await uploadFile(api, user, videoFile)).url,
    },
    [Symbol.asyncDispose]: async () => {
      await api.child.stop();
      await sandbox.stop();
      dataFolder[Symbol.dispose]();
    },
  };
}

type FixtureOptions = {
  accounts: number;
  timing?: object;
  on?: readonly Platform[];
};

async function chooseBoard(api: Api, user: User, { platform, accountId }: Target): Promise<void> {
  const path = `/v1/accounts/${accountId}/${platform}-boards`;
  const created = await api.call<{ board: { id: string } }>(user, 'POST', path, { name: 'Suite' });
  const chosen = await api.call(user, 'PUT', path, { defaultBoardId: created.body.board.id });
  if (chosen.status !== 200) throw new Error(`the default board was not set: ${JSON.stringify(chosen.body)}`);
}
