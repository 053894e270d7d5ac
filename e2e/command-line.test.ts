import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { connectAccount } from './connect-account.ts';
import { checkout, launch, startHerald, stopHerald, temporaryFolder } from './herald.ts';
import { processesOf } from './processes.ts';

const dataDir = temporaryFolder();
after(() => rmSync(dataDir, { recursive: true, force: true }));

type Result = { code: number | string; output: string };

const direct = [process.execPath, 'server/src/cli/herald.ts'];

async function herald(args: string[], env: Record<string, string> = {}, program = direct): Promise<Result> {
  const { ended, output } = launch({ dataDir, env, command: [...program, ...args] });
  const code = await ended;
  return { code, output: output().replaceAll(/^npm warn.*\n/gm, '') };
}

async function json(args: string[]): Promise<any> {
  const { code, output } = await herald([...args, '--json']);
  assert.equal(code, 0, output);
  return JSON.parse(output);
}

test('migrate, user create and doctor start and stop embedded PostgreSQL when no server runs', async () => {
  const early = await herald(['user', 'list']);
  assert.equal(early.code, 1);
  assert.match(early.output, /run herald migrate first/);
  const migrations = readdirSync(join(checkout, 'server/src/db/migrations')).sort();
  const migrated = await herald(['migrate']);
  for (const [index, name] of migrations.entries()) {
    assert.ok(migrated.output.includes(`${index + 1} of ${migrations.length}: ${name}\n`), migrated.output);
  }
  assert.deepEqual((await json(['migrate'])).applied, []);
  const { user, apiKey } = await json(['user', 'create', '--name', 'Acme', '--plan', 'free']);
  assert.equal(user.plan, 'free');
  assert.match(apiKey.key, /^hrd_live_[0-9a-f]{64}$/);
  assert.equal((await json(['doctor'])).healthy, true);
  assert.deepEqual(processesOf(dataDir), [], 'nothing is left running');
});

test('plan and key changes apply to a running server from the next request on', async () => {
  const server = await startHerald({ dataDir });
  assert.equal(server.key, undefined, 'a database with users gets no first user');
  const { users } = await json(['user', 'list']);
  assert.equal(users.length, 1);
  const { apiKey } = await json(['key', 'create', '--name', 'Reader', '--permission', 'read']);
  assert.equal((await server.get('/v1/profiles', apiKey.key)).headers.get('x-ratelimit-limit'), '60');
  assert.equal((await server.post('/v1/profiles', apiKey.key, { name: 'x' })).status, 403);

  assert.equal((await json(['user', 'rename', users[0].id, 'Acme & Sons'])).user.name, 'Acme & Sons');
  assert.match((await herald(['user', 'rename', 'usr_unknown', 'Nobody'])).output, /usr_unknown does not exist/);
  await json(['user', 'set-plan', users[0].id, 'self-hosted']);
  assert.equal((await server.get('/v1/profiles', apiKey.key)).headers.get('x-ratelimit-limit'), null);
  const { apiKeys } = await json(['key', 'list']);
  assert.deepEqual(
    apiKeys.map((key: { name: string }) => key.name),
    ['Reader', 'Default'],
  );
  await json(['key', 'revoke', apiKey.id]);
  assert.equal((await server.get('/v1/profiles', apiKey.key)).status, 401);

  const doctor = await herald(['doctor']);
  assert.equal(doctor.code, 0);
  for (const check of [
    'settings',
    'platforms',
    'database',
    'durability',
    'schema',
    'clock',
    'secrets',
    'release',
    'apps',
    'storage',
    'disk',
    'video',
  ]) {
    assert.match(doctor.output, new RegExp(`^ok +${check}`, 'm'));
  }
  assert.equal(await stopHerald(server), 0);
});

type Listed = { _id: string; status: string };

test('disables and enables accounts and rotates keys beside a running server', async () => {
  const server = await startHerald({ dataDir });
  const { apiKey } = await json(['key', 'create', '--name', 'Rotation']);
  const read = async (path: string): Promise<any> => (await server.get(path, apiKey.key)).json();
  const { profiles } = await read('/v1/profiles');
  const { authUrl } = await read(`/v1/connect/bluesky?sandbox=true&profileId=${profiles[0]._id}`);
  assert.match(await (await fetch(`${authUrl}&decision=approve`)).text(), /Bluesky is connected/);

  const [account] = (await json(['account', 'list'])).accounts as Listed[];
  assert.equal(account?.status, 'connected');
  const status = async (): Promise<string> => (await read(`/v1/accounts/${account._id}`)).account.status;
  assert.equal((await json(['account', 'disable', account._id])).account.status, 'disabled');
  assert.equal(await status(), 'disabled');
  await json(['account', 'enable', account._id]);
  assert.equal(await status(), 'connected');
  const unknown = await herald(['account', 'disable', 'acc_unknown']);
  assert.equal(unknown.code, 1);
  assert.match(unknown.output, /Account acc_unknown does not exist: run herald account list/);

  const old = readFileSync(join(dataDir, 'token-keys'), 'utf8').trim();
  const fresh = `fresh:${Buffer.alloc(32, 5).toString('base64')}`;
  const rotated = await herald(['rotate-keys'], { HERALD_TOKEN_KEYS: `${fresh},${old}` });
  assert.equal(rotated.code, 0, rotated.output);
  assert.match(rotated.output, /No other key is needed: remove the others/);
  assert.equal(await stopHerald(server), 0);

  const again = await startHerald({ dataDir, env: { HERALD_TOKEN_KEYS: fresh } });
  const health = await again.get(`/v1/accounts/${account._id}/health`, apiKey.key);
  assert.equal(((await health.json()) as any).health.healthy, true);
  assert.equal(await stopHerald(again), 0);
  const wrong = launch({ dataDir, env: { HERALD_TOKEN_KEYS: old } });
  assert.equal(await wrong.ended, 1, 'the old key opens nothing any more');
  assert.match(wrong.output(), /configured keys cannot decrypt the secrets/);
  await herald(['rotate-keys'], { HERALD_TOKEN_KEYS: `${old},${fresh}` });
});

test('post publishes through a running server, prints the link and refuses duplicates and unknown accounts', async () => {
  const server = await startHerald({ dataDir });
  const { apiKey } = await json(['key', 'create', '--name', 'Poster']);
  const { accountId } = await connectAccount(server, apiKey.key, { platform: 'telegram', name: 'command_line' });
  const { accounts } = await json(['account', 'list']);
  const { username } = accounts.find(({ _id }: Listed) => _id === accountId) as { username: string };

  const published = await herald(['post', 'Hello from the shell', '--account', username]);
  assert.equal(published.code, 0, published.output);
  assert.match(published.output, /^telegram \S+: published https:\/\/\S+$/m);
  const repeated = await herald(['post', 'Hello from the shell', '--account', accountId]);
  assert.equal(repeated.code, 1);
  assert.match(repeated.output, /already scheduled or published/);
  const unknown = await herald(['post', 'Hello', '--account', `${username}x`]);
  assert.equal(unknown.code, 1);
  assert.match(unknown.output, /Did you mean .*\?\s+Connected accounts:/);

  const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const later = ['--at', `${inTenDays}T09:00:00`, '--timezone', 'Africa/Lagos'];
  const { post } = await json(['post', 'Later', '--account', username, ...later]);
  assert.deepEqual([post.status, post.scheduledFor], ['scheduled', `${inTenDays}T08:00:00.000Z`]);
  assert.equal((await json(['post', 'Draft', '--account', username, '--draft'])).post.status, 'draft');
  assert.equal(await stopHerald(server), 0);
});

test('user delete shows what it deletes, needs a confirmation and leaves other users alone', async () => {
  const { user } = await json(['user', 'create', '--name', 'Leaving']);
  const refused = await herald(['user', 'delete', user.id]);
  assert.equal(refused.code, 1);
  assert.match(refused.output, /\b1 profiles\n +0 accounts\n/);
  assert.match(refused.output, /Nothing was deleted. Add --yes/);
  const before: { id: string }[] = (await json(['user', 'list'])).users;
  assert.ok(before.some(({ id }) => id === user.id));
  const deleted = await herald(['user', 'delete', user.id, '--yes']);
  assert.equal(deleted.code, 0, deleted.output);
  assert.deepEqual(
    (await json(['user', 'list'])).users,
    before.filter(({ id }) => id !== user.id),
  );
  assert.match((await herald(['user', 'delete', user.id, '--yes'])).output, /does not exist: run herald user list/);
});

test('npx herald and npm run herald -- run the same command', async () => {
  for (const program of [
    ['npx', '--no-install', 'herald'],
    ['npm', 'run', '--silent', 'herald', '--'],
  ]) {
    const { code, output } = await herald(['user', '--help'], {}, program);
    assert.equal(code, 0, output);
    assert.match(output, /Usage: herald user/);
  }
});

test('every command has a help text, and an invalid choice lists the allowed ones', async () => {
  for (const args of [
    ['user', 'create'],
    ['user', 'list'],
    ['user', 'rename'],
    ['user', 'set-plan'],
    ['user', 'delete'],
    ['key', 'create'],
    ['key', 'list'],
    ['account', 'list'],
    ['account', 'disable'],
    ['account', 'enable'],
    ['post'],
    ['rotate-keys'],
  ]) {
    const { code, output } = await herald([...args, '--help']);
    assert.equal(code, 0);
    assert.match(output, /Usage: herald .*--json/s);
  }
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string };
  assert.equal((await herald(['--version'])).output.trim(), version);
  const plan = await herald(['user', 'create', '--name', 'x', '--plan', 'gold']);
  assert.equal(plan.code, 1);
  assert.match(plan.output, /Allowed choices are free, starter, pro, scale, self-hosted/);
});

test('start and doctor report all invalid settings at once, without showing a secret', async () => {
  const env = { PORT: 'x', HERALD_ENV: 'prod', HERALD_API_KEY: 'hrd_live_hidden-word', HERALD_PUBLIC_URI: 'y' };
  const start = launch({ dataDir, env });
  assert.equal(await start.ended, 1);
  const doctor = await herald(['doctor'], env);
  assert.equal(doctor.code, 1);
  for (const text of [start.output(), doctor.output]) {
    assert.match(text, /PORT must be a whole number/);
    assert.match(text, /HERALD_ENV must be one of development, production/);
    assert.match(text, /HERALD_API_KEY must be hrd_live_ followed by 64/);
    assert.match(text, /HERALD_PUBLIC_URI is not a setting of Herald; did you mean HERALD_PUBLIC_URL\?/);
    assert.ok(!text.includes('hidden-word'));
  }
});
