import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox, type Running } from '../../../test/harness.ts';
import { toy } from '../../../test/toy-platform.ts';

const message = { chat_id: '@herald_news', text: 'hello' };
const unauthorized = { ok: false, error_code: 401, description: 'Unauthorized' };

async function countOf(sandbox: Running): Promise<number> {
  return (await sandbox.posts()).length;
}

test('errorBefore returns 5xx without the effect, errorAfter with it', async (t) => {
  const sandbox = await startSandbox(t);
  const down = { ok: false, error_code: 500, description: 'Internal Server Error' };
  await sandbox.fault('errorBefore');
  assert.deepEqual((await sandbox.bot('sendMessage', message)).body, down);
  assert.equal(await countOf(sandbox), 0);
  await sandbox.fault('errorAfter');
  assert.deepEqual((await sandbox.bot('sendMessage', message)).body, down);
  assert.equal(await countOf(sandbox), 1);
});

test('lostResponse closes the connection after the effect', async (t) => {
  const sandbox = await startSandbox(t);
  await sandbox.fault('lostResponse');
  await assert.rejects(sandbox.bot('sendMessage', message), /fetch failed/);
  assert.equal(await countOf(sandbox), 1);
  const { requests } = (await sandbox.control('GET', 'requests')).body;
  assert.equal(requests[0].status, null);
});

test('hang has no effect and never responds', async (t) => {
  const sandbox = await startSandbox(t);
  await sandbox.fault('hang');
  const aborted = new AbortController();
  const path = '/telegram/api.telegram.org/bot1:x/getMe';
  const waiting = sandbox.request(path, { signal: aborted.signal });
  while ((await sandbox.control('GET', 'faults')).body.faults.length > 0);
  aborted.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
});

test('slow delays the response and then behaves normally', async (t) => {
  const sandbox = await startSandbox(t);
  await sandbox.fault('slow', { value: 40 });
  const start = performance.now();
  assert.equal((await sandbox.bot('sendMessage', message)).status, 200);
  assert.ok(performance.now() - start >= 38);
  assert.equal(await countOf(sandbox), 1);
});

test('slowResponse has its effect at once and responds later', async (t) => {
  const sandbox = await startSandbox(t);
  await sandbox.fault('slowResponse', { value: 60_000 });
  const path = '/telegram/api.telegram.org/bot1234567890:sandbox-bot-token-herald-0000000000/sendMessage';
  const aborted = new AbortController();
  const waiting = sandbox.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    signal: aborted.signal,
  });
  while ((await countOf(sandbox)) === 0);
  aborted.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
});

test('malformed and huge return 200 after the effect', async (t) => {
  const sandbox = await startSandbox(t);
  await sandbox.fault('malformed');
  await assert.rejects(sandbox.bot('sendMessage', message), SyntaxError);
  await sandbox.fault('huge', { value: 300_001 });
  const path = `${sandbox.origin}/sandbox/telegram/api.telegram.org`;
  const huge = await fetch(`${path}/bot1234567890:sandbox-bot-token-herald-0000000000/sendMessage`, {
    method: 'POST',
    body: new URLSearchParams(message),
  });
  assert.equal(huge.status, 200);
  assert.equal((await huge.arrayBuffer()).byteLength, 300_001);
  assert.equal(await countOf(sandbox), 2);
});

test("rateLimit, tokenExpired and scopeMissing return the platform's own error once", async (t) => {
  const sandbox = await startSandbox(t);
  await sandbox.fault('rateLimit', { value: 7 });
  const limited = await sandbox.bot('sendMessage', message);
  assert.equal(limited.status, 429);
  assert.equal(limited.headers.get('retry-after'), '7');
  assert.deepEqual(limited.body.parameters, { retry_after: 7 });
  await sandbox.fault('tokenExpired');
  assert.deepEqual((await sandbox.bot('getMe')).body, unauthorized);
  await sandbox.fault('scopeMissing');
  assert.equal((await sandbox.bot('sendMessage', message)).status, 403);
  assert.equal((await sandbox.bot('sendMessage', message)).status, 200);
});

test('tokenRevoked revokes the token until it is restored', async (t) => {
  const sandbox = await startSandbox(t);
  await sandbox.fault('tokenRevoked');
  assert.deepEqual((await sandbox.bot('getMe')).body, unauthorized);
  assert.deepEqual((await sandbox.bot('getMe')).body, unauthorized);
  const accounts = [{ name: 'herald_sandbox_bot', isTokenRevoked: false }];
  await sandbox.control('POST', 'accounts', { platform: 'telegram', accounts });
  assert.equal((await sandbox.bot('getMe')).status, 200);
});

test('a fault applies to its operation, account, time and count', async (t) => {
  const sandbox = await startSandbox(t);
  const status = async (chatId: string | number) =>
    (await sandbox.bot('sendMessage', { chat_id: chatId, text: 'x' })).status;
  await sandbox.fault('errorBefore', { operation: 'sendMessage', account: 'herald-private', times: 2, afterMs: 1000 });
  assert.equal(await status(-1001000000002), 200);
  await sandbox.control('POST', 'clock', { advanceMs: 2000 });
  assert.equal((await sandbox.bot('getMe')).status, 200);
  assert.equal(await status('@herald_news'), 200);
  assert.equal(await status(-1001000000002), 500);
  assert.equal(await status('-1001000000002'), 500);
  assert.equal(await status(-1001000000002), 200);
  await sandbox.fault('errorBefore', { account: '-1001000000001' });
  assert.equal(await status('@herald_news'), 500);
});

test('the platform reads processing and list faults itself', async (t) => {
  const sandbox = await startSandbox(t, { platforms: [toy] });
  for (const fault of [
    { kind: 'processingSlow', value: 9 },
    { kind: 'processingFailed' },
    { kind: 'listLag', value: 5 },
  ]) {
    await sandbox.control('POST', 'faults', { platform: 'toy', ...fault });
  }
  const path = '/toy/toy.example/things';
  const seen = (await sandbox.request(path, { method: 'POST' })).body;
  assert.deepEqual({ ...seen, id: '' }, { id: '', slow: 9, hasFailed: true, lag: 5, count: 1 });
  const again = (await sandbox.request(path, { method: 'POST' })).body;
  assert.deepEqual({ ...again, id: '' }, { id: '', slow: 0, hasFailed: false, lag: 60_000, count: 2 });
});

test("rejects an oversized or unreadable body with the platform's own error", async (t) => {
  const sandbox = await startSandbox(t, { platforms: [toy] });
  const post = (body: string) =>
    sandbox.request('/toy/toy.example/things', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  assert.deepEqual((await post('{')).body, { toy: 'unreadable' });
  assert.deepEqual((await post(`"${'x'.repeat(200)}"`)).body, { toy: 'too large' });
});

test('an internal error returns 5xx and stores nothing', async (t) => {
  const sandbox = await startSandbox(t, { platforms: [toy] });
  t.mock.method(process.stderr, 'write', () => true);
  const broken = await sandbox.request('/toy/toy.example/things?break', { method: 'POST' });
  assert.equal(broken.status, 503);
  assert.equal((await sandbox.request('/toy/toy.example/things', { method: 'POST' })).body.count, 1);
});
