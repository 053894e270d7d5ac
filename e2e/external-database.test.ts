import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { launch, startHerald, stopHerald, temporaryFolder, waitFor } from './herald.ts';
import { processesOf } from './processes.ts';

// The oldest version that Herald supports.
const binaries = '/usr/lib/postgresql/15/bin';
const folder = temporaryFolder();
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
const port = 20_000 + (process.pid % 20_000);
const url = (database: string): string => `postgres://herald:secret@127.0.0.1:${port}/${database}`;

const server = startServer();
after(async () => {
  server.kill('SIGINT');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
});
await waitFor(() => (isUp() ? true : undefined));

test('uses DATABASE_URL without embedded PostgreSQL, and api and worker share it', async () => {
  execFileSync('psql', [url('postgres'), '-qc', 'CREATE DATABASE shared']);
  const dataDir = join(folder, 'unused');
  const env = { DATABASE_URL: url('shared'), HERALD_DATA_DIR: dataDir };
  const worker = launch({ env, command: [process.execPath, 'server/src/main.mjs', '--role', 'worker'] });
  const api = await startHerald({ env, command: [process.execPath, 'server/src/main.mjs', '--role', 'api'] });
  assert.equal((await api.get('/v1/profiles', api.key ?? '')).status, 200);
  assert.equal((await api.get('/readyz')).status, 200);
  await waitFor(() => (worker.output().includes('worker is running') ? true : undefined));
  const sink = await startSink();
  const body = { name: 'Sink', url: sink.url, events: ['post.published'], profileAccess: 'all_profiles' };
  const { webhook } = (await (await api.post('/v1/webhooks', api.key ?? '', body)).json()) as {
    webhook: { id: string };
  };
  const sendTest = () => api.post(`/v1/webhooks/${webhook.id}/test`, api.key ?? '', {});
  await sendTest();
  await waitFor(() => (sink.count() === 1 ? true : undefined), { because: worker.output });
  assert.deepEqual(processesOf(dataDir).sort(), [worker.child.pid, api.pid].sort(), 'no PostgreSQL of its own');

  const second = await startHerald({ env });
  assert.equal(second.key, undefined, 'the first user is made once');
  assert.equal((await second.get('/v1/profiles', api.key ?? '')).status, 200);
  assert.equal(await stopHerald(second), 0);
  worker.child.kill('SIGTERM');
  assert.equal(await worker.ended, 0, worker.output());
  await sendTest();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal(sink.count(), 1, 'without a worker a delivery waits');
  const late = launch({ env, command: [process.execPath, 'server/src/main.mjs', '--role', 'worker'] });
  await waitFor(() => (sink.count() === 2 ? true : undefined), { because: late.output });
  late.child.kill('SIGTERM');
  assert.equal(await late.ended, 0, late.output());
  sink.close();
  assert.equal(await stopHerald(api), 0);
});

test('a worker waiting for its schema stops at the first signal', async () => {
  execFileSync('psql', [url('postgres'), '-qc', 'CREATE DATABASE waiting']);
  const command = [process.execPath, 'server/src/main.mjs', '--role', 'worker'];
  const worker = launch({ env: { DATABASE_URL: url('waiting'), HERALD_LOG_LEVEL: 'error' }, command });
  // Herald polls every second; the server counts sessions when they end.
  const looks = `SELECT sessions >= 3 FROM pg_stat_database WHERE datname = 'waiting'`;
  await waitFor(() =>
    execFileSync('psql', [url('postgres'), '-Atqc', looks], { encoding: 'utf8' }) === 't\n' ? true : undefined,
  );
  worker.child.kill('SIGTERM');
  const ended = await Promise.race([
    worker.ended,
    new Promise((resolve) => setTimeout(resolve, 8000, 'still running')),
  ]);
  worker.child.kill('SIGKILL');
  assert.equal(ended, 0, worker.output());
});

test('start and doctor refuse a server that could lose acknowledged writes', async () => {
  execFileSync('psql', [url('postgres'), '-qc', 'CREATE DATABASE careless']);
  execFileSync('psql', [url('postgres'), '-qc', 'ALTER DATABASE careless SET synchronous_commit = off']);
  const env = { DATABASE_URL: url('careless') };
  const refused = launch({ env });
  assert.equal(await refused.ended, 1);
  assert.match(refused.output(), /synchronous_commit off, so acknowledged writes can be lost: turn it on/);
  const doctor = launch({ env, command: [process.execPath, 'server/src/cli/herald.ts', 'doctor'] });
  assert.equal(await doctor.ended, 1);
  assert.match(doctor.output(), /FAIL {2}d/);
});

test('reports an unreachable database without showing its password', async () => {
  const refused = launch({ env: { DATABASE_URL: 'postgres://herald:hidden-word@127.0.0.1:1/none' } });
  assert.equal(await refused.ended, 1);
  assert.match(refused.output(), /database cannot be reached: .*ECONNREFUSED/);
  assert.ok(!refused.output().includes('hidden-word'), 'the password is not shown');
});

test('DATABASE_PASSWORD may contain any character', async () => {
  const password = `a b@c:d/e?f#g%41&h"i$j\\k`;
  const role = `CREATE ROLE odd LOGIN PASSWORD '${password}'`;
  execFileSync('psql', [url('postgres'), '-qc', role, '-c', 'CREATE DATABASE odd OWNER odd']);
  const env = { DATABASE_URL: `postgres://odd@127.0.0.1:${port}/odd`, DATABASE_PASSWORD: password };
  const herald = await startHerald({ env });
  assert.equal((await herald.get('/v1/profiles', herald.key ?? '')).status, 200);
  assert.ok(!herald.output().includes(password));
  assert.equal(await stopHerald(herald), 0);
});

// The other tests run the same kinds of statements.
const withDatabase = ['src/domain', 'src/jobs', 'src/db', 'src/worker', 'routes/posts', 'contracts/routes'];

test('the database tests pass on PostgreSQL 15', { timeout: 600_000 }, async () => {
  const tests = launch({
    command: [process.execPath, 'scripts/test.ts', ...withDatabase],
    env: { HERALD_TEST_DATABASE_URL: url('postgres') },
  });
  assert.equal(await tests.ended, 0, tests.output().slice(-5000));
  assert.match(tests.output(), /^\d{2,} tests in \d+ files, 0 failed/m);
});

async function startSink(): Promise<{ url: string; count(): number; close(): void }> {
  let count = 0;
  const receiver = createServer((request, response) => {
    count += 1;
    request.resume();
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  receiver.unref();
  const close = (): void => {
    receiver.closeAllConnections();
    receiver.close();
  };
  return { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, count: () => count, close };
}

function startServer() {
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const password = join(folder, 'password');
  writeFileSync(password, 'secret');
  if (user !== undefined) chownSync(data, user.uid, user.gid);
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'herald', '-A', 'scram-sha-256', `--pwfile=${password}`, '-E', 'UTF8', '--locale=C'],
    { ...user, cwd: folder, stdio: 'ignore' },
  );
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  return spawn(join(binaries, 'postgres'), args, { ...user, cwd: data, stdio: 'ignore' });
}

function isUp(): boolean {
  try {
    execFileSync('psql', [url('postgres'), '-qc', 'SELECT 1'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function idOf(flag: string): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}
