import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectSandbox, type Target } from '../../harness/sandbox-account.ts';
import type { Api, CaseDatabase, SandboxProcess, Testbed, User } from '../../harness/testbed.ts';
import { allPlatforms, traitsOf, type Platform } from './platforms.ts';
import { scaled } from './scaled.ts';

/** An API process without a worker, the sandbox, and connected accounts on every platform. */
export type Fixture = AsyncDisposable & {
  api: Api;
  user: User;
  database: CaseDatabase;
  sandbox: SandboxProcess;
  /** Options for further processes of the same installation. */
  options: { timing: typeof scaled; sandboxUrl: string; folder: string };
  accounts: Record<Platform, Target[]>;
  files: Readonly<Record<'image' | 'video', string>>;
};

export async function openFixture(testbed: Testbed, fixtureOptions: FixtureOptions): Promise<Fixture> {
  const { accounts: count, timing = {}, on = allPlatforms } = fixtureOptions;
  const folder = mkdtempSync(join(tmpdir(), 'herald-publish-'));
  chmodSync(folder, 0o755);
  const database = await testbed.openDatabase();
  const sandbox = await database.startSandbox();
  const options = { timing: { ...scaled, ...timing }, sandboxUrl: sandbox.url, folder };
  const api = await database.startApi({ ...options, users: 1 });
  sandbox.reach(api.baseUrl);
  const [user] = api.users;
  if (user === undefined) throw new Error('a user is missing');
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
    files: { image: await upload(api, user, image), video: await upload(api, user, video) },
    [Symbol.asyncDispose]: async () => {
      await api.child.stop();
      await sandbox.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type FixtureOptions = {
  /** Number of accounts per platform. */
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

type File = { name: string; contentType: string; bytes: Buffer };

/** 60 × 48 pixels of one colour. */
const image: File = {
  name: 'image.jpg',
  contentType: 'image/jpeg',
  bytes: Buffer.from(
    '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAwADwDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCgFyQAAAAAAAAAAAAAAAAAAAAAB//Z',
    'base64',
  ),
};
/** A five-second MP4 container with a single unreadable frame. */
const video: File = {
  name: 'video.mp4',
  contentType: 'video/mp4',
  bytes: Buffer.from(
    'AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDEAAAI/bW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAE4gAAQAAAQAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAct0cmFrAAAAXHRraGQAAAAHAAAAAAAAAAAAAAABAAAAAAAAE4gAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAtAAAAUAAAAAAAFnbWRpYQAAACBtZGhkAAAAAAAAAAAAAAAAAAAD6AAAE4hVxAAAAAAAJmhkbHIAAAAAAAAAAHZpZGUAAAAAAAAAAAAAAAB2aWRlbwAAAAEZbWluZgAAABR2bWhkAAAAAQAAAAAAAAAAAAAAJGRpbmYAAAAcZHJlZgAAAAAAAAABAAAADHVybCAAAAABAAAA2XN0YmwAAAB1c3RzZAAAAAAAAAABAAAAZWF2YzEAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAC0AUAAEgAAABIAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY//8AAAAPYXZjQwFCAB//4AAAAAAYc3R0cwAAAAAAAAABAAAAAQAAE4gAAAAcc3RzYwAAAAAAAAABAAAAAQAAAAEAAAABAAAAFHN0c3oAAAAAAAAACQAAAAEAAAAUc3RjbwAAAAAAAAABAAACZwAAABFtZGF0AAAABWVmaWxt',
    'base64',
  ),
};

async function upload(api: Api, user: User, { name, contentType, bytes }: File): Promise<string> {
  const announced = { filename: name, contentType, size: bytes.length };
  const { body } = await api.call<{ uploadUrl: string; publicUrl: string }>(
    ...([user, 'POST', '/v1/media/presign', announced] as const),
  );
  const headers = { 'content-type': contentType };
  const uploadUrl = `${api.baseUrl}${new URL(body.uploadUrl).pathname}`;
  const response = await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  if (!response.ok) throw new Error(`${name} was not uploaded: ${response.status} ${await response.text()}`);
  return body.publicUrl;
}
