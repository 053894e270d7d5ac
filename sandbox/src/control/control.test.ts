import assert from 'node:assert/strict';
import { test } from 'node:test';
import { botToken, startSandbox } from '../../test/harness.ts';
import { toy } from '../../test/toy-platform.ts';

test('in production, the control API returns 404 and the wire formats are served', async (t) => {
  const sandbox = await startSandbox(t, { isProduction: true });
  for (const path of ['ledger', 'faults', 'requests', 'routes', 'nothing']) {
    assert.equal((await sandbox.control('GET', path)).status, 404);
  }
  assert.equal((await sandbox.control('DELETE', 'all')).status, 404);
  assert.equal((await sandbox.bot('getMe')).status, 200);
});

test('returns 403 for forwarded and cross-site requests', async (t) => {
  const sandbox = await startSandbox(t);
  const headers = [
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const each of headers) {
    assert.equal((await sandbox.request('/control/ledger', { headers: each as Record<string, string> })).status, 403);
  }
  assert.equal((await sandbox.control('GET', 'ledger')).status, 200);
  const typed = await sandbox.request('/control/ledger', { headers: { 'sec-fetch-site': 'none' } });
  assert.equal(typed.status, 200, 'a person who types the URL into a browser');
});

test('the same seed produces the same IDs and timestamps, another seed different ones', async (t) => {
  const run = async (seed: string): Promise<string> => {
    const sandbox = await startSandbox(t, { seed });
    const accounts = await sandbox.control('POST', 'accounts', {
      platform: 'telegram',
      accounts: [{ name: 'fresh_one' }],
    });
    await sandbox.bot('sendMessage', { chat_id: '@fresh_one', text: 'hi' });
    return JSON.stringify([accounts.body, await sandbox.posts()]);
  };
  const [one, same, other] = [await run('a'), await run('a'), await run('b')];
  assert.equal(one, same);
  assert.notEqual(one, other);
  assert.match(one, /"createdAt":"2026-01-01T00:00:00\.001Z"/);
});

test('the request log shows the real URL and no secret', async (t) => {
  const sandbox = await startSandbox(t);
  const form = new FormData();
  form.set('chat_id', '@herald_news');
  form.set('photo', new Blob(['no photo'], { type: 'image/png' }), 'a.png');
  const path = `/telegram/api.telegram.org/bot${botToken}`;
  const headers = { authorization: 'Bearer s3cret-a', cookie: 'sid=s3cret-b' };
  await sandbox.request(`${path}/sendPhoto?access_token=s3cret-c`, { method: 'POST', body: form, headers });
  await sandbox.request(`${path}/getMe`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret: 's3cret-d', next: 'https://x.example/?access_token=s3cret-e' }),
  });
  await sandbox.request(`${path}/nothing`);
  const { requests } = (await sandbox.control('GET', 'requests?platform=telegram&limit=3')).body;
  assert.doesNotMatch(JSON.stringify(requests), /s3cret|sandbox-bot-token/);
  assert.equal(requests[0].url, 'https://api.telegram.org/bot<redacted>/sendPhoto');
  assert.deepEqual(requests[0].body.photo, { filename: 'a.png', type: 'image/png', sizeBytes: 8 });
  assert.equal(requests[0].status, 400);
  assert.equal(requests[1].body.next, 'https://x.example/?access_token=<redacted>');
  assert.deepEqual([requests[2].operation, requests[2].status], [null, 404]);
  assert.equal((await sandbox.control('GET', 'requests?limit=1')).body.requests.length, 1);
});

test('counts calls per route, and DELETE all resets everything', async (t) => {
  const sandbox = await startSandbox(t, { platforms: [toy] });
  const calls = async () =>
    (await sandbox.control('GET', 'routes')).body.routes.map((route: any) => `${route.operation} ${route.calls}`);
  const make = async () => (await sandbox.request('/toy/toy.example/things', { method: 'POST' })).body;
  const first = await make();
  await sandbox.control('POST', 'faults', { platform: 'toy', kind: 'errorBefore' });
  assert.deepEqual(await calls(), ['authorize 0', 'make 1']);
  assert.equal((await sandbox.control('DELETE', 'all')).status, 204);
  assert.deepEqual(await calls(), ['authorize 0', 'make 0']);
  assert.deepEqual((await sandbox.control('GET', 'requests')).body, { requests: [] });
  assert.deepEqual(await make(), first);
});

test('lists and clears faults', async (t) => {
  const sandbox = await startSandbox(t);
  await sandbox.fault('slow', { value: 5, times: 3 });
  const { faults } = (await sandbox.control('GET', 'faults')).body;
  const expected = { id: 'fault-1', platform: 'telegram', kind: 'slow', times: 3, afterMs: 0, value: 5 };
  assert.deepEqual(faults, [{ ...expected, setAt: '2026-01-01T00:00:00.000Z' }]);
  assert.equal((await sandbox.control('DELETE', 'faults')).status, 204);
  assert.deepEqual((await sandbox.control('GET', 'faults')).body, { faults: [] });
});

test('rejects invalid requests with a message', async (t) => {
  const sandbox = await startSandbox(t);
  const wrong: [string, string, unknown, RegExp][] = [
    ['POST', 'faults', { platform: 'myspace', kind: 'slow' }, /platform myspace does not exist/],
    ['POST', 'faults', { platform: 'telegram', kind: 'explode' }, /kind must be one of/],
    ['POST', 'faults', { platform: 'telegram', kind: 'slow', operation: 'sendDocument' }, /no operation/],
    ['POST', 'faults', { platform: 'telegram', kind: 'slow', times: 0 }, /positive/],
    ['POST', 'faults', { platform: 'telegram', kind: 'slow', colour: 'red' }, /colour is not a known parameter/],
    ['POST', 'clock', {}, /advanceMs is missing/],
    ['POST', 'clock', { advanceMs: '5' }, /wrong type/],
    ['POST', 'accounts', { platform: 'telegram', accounts: [{}] }, /needs a name/],
    ['POST', 'accounts', { platform: 'telegram', accounts: [{ name: 'abcde', type: 'forum' }] }, /one of channel/],
    ['POST', 'accounts', { platform: 'telegram', accounts: [{ name: 'abcde', mood: 1 }] }, /mood/],
    ['GET', 'requests?limit=0', undefined, /at least 1/],
  ];
  for (const [method, path, body, text] of wrong) {
    const response = await sandbox.control(method, path, body);
    assert.equal(response.status, 400, path);
    assert.match(response.body.error, text);
  }
  assert.equal((await sandbox.control('PUT', 'ledger')).status, 405);
  assert.equal((await sandbox.request('/nowhere')).status, 404);
  assert.equal((await sandbox.request('/%E0%A4%A')).status, 404);
});

test('returns 400 with the way out when the sandbox is full', async (t) => {
  const sandbox = await startSandbox(t, { stateBytesMax: 100_000 });
  const person = { platform: 'instagram', username: 'mira', name: 'a'.repeat(100_000) };
  const response = await sandbox.control('POST', 'people', person);
  assert.equal(response.status, 400);
  assert.match(response.body.error, /full: clear it with DELETE \/sandbox\/control\/all/);
});

test('in production, forwarded requests reach the consent pages but no wire format', async (t) => {
  const sandbox = await startSandbox(t, { isProduction: true });
  const headers = { 'x-forwarded-for': '203.0.113.7', 'content-type': 'application/json' };
  const getMe = `/telegram/api.telegram.org/bot${botToken}/getMe`;
  assert.equal((await sandbox.request(getMe, { method: 'POST', headers, body: '{}' })).status, 404);
  assert.equal((await sandbox.bot('getMe')).status, 200, 'Herald itself does');
  assert.equal((await sandbox.request('/telegram/t.me/herald_sandbox_bot?text=hi', { headers })).status, 200);
});
