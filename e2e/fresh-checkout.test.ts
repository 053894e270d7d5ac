import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { checkout, launch, startHerald, stopHerald, temporaryFolder, type StartOptions } from './herald.ts';
import { processesOf } from './processes.ts';

const isRoot = process.getuid?.() === 0;
const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function freshCheckout(name: string): string {
  const parent = temporaryFolder();
  folders.push(parent);
  const target = join(parent, name);
  mkdirSync(target);
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: checkout });
  execFileSync('tar', ['-C', checkout, '--null', '-T', '-', '-cf', join(parent, 'files.tar')], { input: files });
  execFileSync('tar', ['-C', target, '-xf', join(parent, 'files.tar')]);
  return target;
}

async function run(command: string, options: StartOptions): Promise<string> {
  const { ended, output } = launch({ ...options, command: ['bash', '-c', command] });
  assert.equal(await ended, 0, `${command}\n${output().slice(-4000)}`);
  return output();
}

async function assertWorks(options: StartOptions): Promise<string> {
  await run('npm ci --prefer-offline --no-audit', options);
  const herald = await startHerald({ ...options, command: ['npm', 'start'] });
  const dataFolder = /Data +(\S+)/.exec(herald.output())?.[1] ?? '';
  const curl = /^ +(curl .*)$/m.exec(herald.output())?.[1] ?? '';
  const output = await run(`${curl} -s -w ' %{http_code}'`, options);
  assert.match(output, /"name":"Default".* 200$/);
  assert.equal(await stopHerald(herald), 0);

  const second = await startHerald({ ...options, command: ['npm', 'start'] });
  assert.equal(second.key, undefined, 'the key is printed at the first start only');
  assert.equal((await second.get('/v1/profiles', herald.key)).status, 200);
  assert.equal(await stopHerald(second), 0);
  assert.deepEqual(processesOf(dataFolder), []);
  await run('npm exec -- node scripts/test.ts contracts/endpoints', options);
  return dataFolder;
}

test('works in a fresh folder', async () => {
  const cwd = freshCheckout('herald');
  assert.equal(await assertWorks({ cwd }), join(cwd, 'data'));
});

test('stores data where PostgreSQL can reach it when only root may enter the checkout', async (t) => {
  if (!isRoot) return t.diagnostic('needs root: passed over');
  const cwd = freshCheckout('herald-closed');
  chmodSync(join(cwd, '..'), 0o700);
  const dataFolder = await assertWorks({ cwd });
  folders.push(dataFolder);
  assert.match(dataFolder, /^\/var\/lib\/herald\/herald-closed-[0-9a-f]{8}$/);
  assert.ok(existsSync(join(dataFolder, 'engine')), 'with a copy of the binaries');

  const closed = join(cwd, 'elsewhere');
  const refused = launch({ cwd, dataDir: closed, command: ['npm', 'start'] });
  assert.equal(await refused.ended, 1);
  assert.match(refused.output(), new RegExp(`may not enter ${join(cwd, '..')}\\.`));
});

test('works as an ordinary user with its own home and cache', async (t) => {
  if (!isRoot) return t.diagnostic('every other test here already runs as an ordinary user');
  const cwd = freshCheckout('herald');
  const home = join(cwd, '..', 'home');
  mkdirSync(home);
  const user = { uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') };
  execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, join(cwd, '..')]);
  const env = { HOME: home, npm_config_cache: join(home, '.npm'), TMPDIR: '/tmp' };
  assert.equal(await assertWorks({ cwd, user, env }), join(cwd, 'data'));
});

function idOf(flag: string, name: string): number {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
}
