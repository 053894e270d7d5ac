import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { speak } from '../test/harness.ts';

const program = join(import.meta.dirname, 'main.ts');

async function run(t: TestContext, ...args: string[]): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [program, '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const origin = /^Sandbox is running at (http:\/\/127\.0\.0\.1:\d+)\/sandbox\n$/.exec(String(line))?.[1];
  assert.ok(origin);
  return { child, origin };
}

test('posts, accounts and unread messages survive a killed process', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'herald-sandbox-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'sandbox.jsonl');
  const first = await run(t, '--file', file);
  const before = speak(first.origin);
  await before.control('POST', 'accounts', { platform: 'telegram', accounts: [{ name: 'made_here' }] });
  await before.bot('sendMessage', { chat_id: '@made_here', text: 'still here' });
  await before.request('/telegram/t.me/herald_sandbox_bot?text=/connect%20A1&decision=approve');
  const posts = await before.posts();
  assert.equal(posts.length, 1);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const second = await run(t, '--file', file);
  const after = speak(second.origin);
  assert.deepEqual(await after.posts(), posts);
  assert.equal((await after.bot('getUpdates')).body.result[0].channel_post.text, '/connect A1');
  assert.equal((await after.bot('sendMessage', { chat_id: '@made_here', text: 'next' })).body.result.message_id, 3);
  second.child.kill('SIGTERM');
  assert.deepEqual(await once(second.child, 'exit'), [0, null]);
});

test('prints help and reports invalid options', () => {
  const runProgram = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  const help = runProgram('--help');
  assert.equal(help.status, 0);
  assert.match(help.stdout, /--herald <origin>/);
  const wrong = runProgram('--clock', 'sun');
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /--clock is real or manual/);
});
