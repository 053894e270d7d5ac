import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startHerald, stopHerald, temporaryFolder, waitFor, type Herald } from './herald.ts';

const megabyte = 1024 * 1024;
// When empty, above the limit for writes (1 GB free). A tmpfs is cheap to fill.
const volumeMegabytes = 1600;
const cleanUps: (() => unknown)[] = [];
// In reverse order, so that a volume is unmounted after its Herald has stopped.
after(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

/** Needs root or sudo without a password. */
function mountVolume(): string {
  const folder = temporaryFolder();
  const mount = ['mount', '-t', 'tmpfs', '-o', `size=${volumeMegabytes}m,mode=755`, 'tmpfs', folder];
  const isRoot = process.getuid?.() === 0;
  run([...(isRoot ? [] : ['sudo', '-n']), ...mount]);
  if (!isRoot) run(['sudo', '-n', 'chown', String(process.getuid?.()), folder]);
  cleanUps.push(() => {
    run([...(isRoot ? [] : ['sudo', '-n']), 'umount', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

function run([program = '', ...args]: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

function fill(folder: string, leaveMegabytes: number): void {
  const file = openSync(join(folder, 'filler'), 'a');
  const block = Buffer.alloc(megabyte);
  try {
    const { bavail, bsize } = statfsSync(folder);
    for (let left = (bavail * bsize) / megabyte - leaveMegabytes; left > 0; left -= 1) writeSync(file, block);
    if (leaveMegabytes === 0) for (;;) writeSync(file, block, 0, 4096);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

async function createProfile(herald: Herald, key: string, name: string): Promise<number> {
  const response = await herald.post('/v1/profiles', key, { name }).catch(() => undefined);
  await response?.text();
  return response?.status ?? 0;
}

async function readyz(herald: Herald): Promise<{ status: number; databaseDisk: string; database: string }> {
  const response = await herald.get('/readyz');
  const { checks } = (await response.json()) as { checks: { databaseDisk: string; database: string } };
  return { status: response.status, ...checks };
}

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

test('refuses writes with 507 before the disk is full, survives a full disk, and recovers once space is freed', async () => {
  const volume = mountVolume();
  const dataDir = join(volume, 'data');
  const herald = await startHerald({ dataDir });
  cleanUps.push(() => stopHerald(herald));
  const key = herald.key ?? '';
  assert.equal(await createProfile(herald, key, 'Before'), 201);

  fill(volume, 900);
  assert.equal(await waitFor(async () => ((await createProfile(herald, key, 'Low')) === 507 ? 507 : undefined)), 507);
  assert.equal((await herald.get('/v1/profiles', key)).status, 200, 'reads are served');
  assert.deepEqual(pick(await readyz(herald)), { status: 200, databaseDisk: 'writesRefused', database: 'ok' });

  // Like another program that fills the rest of the disk: PostgreSQL crashes and cannot start.
  fill(volume, 0);
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await waitFor(async () => ((await readyz(herald)).status === 503 ? true : undefined), { because: herald.output });
  assert.equal((await herald.get('/healthz')).status, 200);
  await waitFor(() => (/PostgreSQL does not start; retrying/.test(herald.output()) ? true : undefined), {
    forMs: 60_000,
    because: herald.output,
  });
  assert.notEqual(await createProfile(herald, key, 'Full'), 201);

  rmSync(join(volume, 'filler'));
  const freedAt = Date.now();
  await waitFor(async () => ((await createProfile(herald, key, 'After')) === 201 ? true : undefined), {
    forMs: 30_000,
    because: herald.output,
  });
  console.log(`# writes accepted ${Date.now() - freedAt} ms after space was freed`);
  assert.deepEqual(pick(await readyz(herald)), { status: 200, databaseDisk: 'ok', database: 'ok' });
  const { profiles } = (await (await herald.get('/v1/profiles', key)).json()) as { profiles: { name: string }[] };
  const names = profiles.map(({ name }) => name);
  assert.ok(names.includes('Before') && names.includes('After') && !names.includes('Full'), names.join(', '));
  assert.equal(await stopHerald(herald), 0);
});

test('restarts PostgreSQL after 20 seconds of failed attempts', async () => {
  const dataDir = temporaryFolder();
  cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const herald = await startHerald({ dataDir });
  cleanUps.push(() => stopHerald(herald));
  const key = herald.key ?? '';
  const control = join(dataDir, 'postgres', 'global', 'pg_control');
  const pid = postmasterPid(dataDir);
  renameSync(control, `${control}.away`);
  process.kill(pid, 'SIGKILL');
  // Longer than a limited number of quick restarts would take.
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  assert.equal((await readyz(herald)).status, 503);
  renameSync(`${control}.away`, control);
  await waitFor(async () => ((await createProfile(herald, key, 'After')) === 201 ? true : undefined), {
    forMs: 30_000,
    because: herald.output,
  });
  assert.equal(await stopHerald(herald), 0);
});

function pick({ status, databaseDisk, database }: Awaited<ReturnType<typeof readyz>>): object {
  return { status, databaseDisk, database };
}
