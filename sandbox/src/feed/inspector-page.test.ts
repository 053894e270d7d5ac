import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '../../test/harness.ts';

const path = '/feed/telegram/requests';
const sameOrigin = { 'sec-fetch-site': 'same-origin' };
const message = { chat_id: '@herald_news', text: 'Hello <b>' };

test('shows requests with body, response and duration, newest first and without secrets', async (t) => {
  const sandbox = await startSandbox(t);
  assert.match((await sandbox.request(path)).body, /No request has arrived yet/);
  await sandbox.bot('getMe');
  assert.equal((await sandbox.bot('sendMessage', message)).status, 200);
  const { status, body } = await sandbox.request(path);
  assert.equal(status, 200);
  assert.match(body, /POST sendMessage[\s\S]*getMe/);
  assert.match(body, /<h3>Body<\/h3>[\s\S]*Hello &lt;b&gt;[\s\S]*<h3>Response<\/h3>[\s\S]*message_id/);
  assert.match(body, /<small>[\d.]+ ms, /);
  assert.doesNotMatch(body, /sandbox-bot-token/);
});

test('a waiting browser gets new requests, those that only read included', async (t) => {
  const sandbox = await startSandbox(t);
  const seen = /data-seen="(\w+)"/.exec((await sandbox.request(path)).body)?.[1] ?? '';
  const waiting = sandbox.request(`${path}?seen=${seen}`);
  await sandbox.bot('getMe');
  const { status, body } = await waiting;
  assert.equal(status, 200);
  assert.match(body, /getMe/);
});

test('forms switch faults on and off, and move the clock', async (t) => {
  const sandbox = await startSandbox(t, { clock: 'manual' });
  const submit = (form: Record<string, string>) =>
    sandbox.request(path, { method: 'POST', headers: sameOrigin, body: new URLSearchParams(form) });
  const fault = { form: 'fault', kind: 'rateLimit', operation: 'sendMessage', times: '1' };
  assert.equal((await submit(fault)).status, 303);
  assert.match((await sandbox.request(path)).body, /Rate limit reached: sendMessage, 1×/);
  assert.equal((await sandbox.bot('sendMessage', message)).status, 429);
  assert.equal((await sandbox.bot('sendMessage', message)).status, 200);
  await submit({ ...fault, operation: '', times: '3' });
  assert.equal((await submit({ form: 'clear' })).status, 303);
  assert.equal((await sandbox.bot('sendMessage', message)).status, 200);
  assert.match((await sandbox.request(path)).body, /clock: <time datetime="2026-01-01T/);
  assert.equal((await submit({ form: 'clock', step: 'day' })).status, 303);
  assert.match((await sandbox.request(path)).body, /clock: <time datetime="2026-01-02T/);
});

test('a mistake is explained beside its form, and nothing happens', async (t) => {
  const sandbox = await startSandbox(t);
  const form = { form: 'fault', kind: 'hang', operation: '', times: 'often' };
  const init = { method: 'POST', headers: sameOrigin, body: new URLSearchParams(form) };
  const { status, body } = await sandbox.request(path, init);
  assert.equal(status, 400);
  assert.match(body, /The fault was not switched on: How many times must be 1 to 9999\./);
  assert.equal(body.match(/role="alert"/g)?.length, 1);
  assert.equal((await sandbox.bot('getMe')).status, 200);
});

test('the page is shown on this machine only', async (t) => {
  const sandbox = await startSandbox(t);
  assert.equal((await sandbox.request(path, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status, 403);
});
