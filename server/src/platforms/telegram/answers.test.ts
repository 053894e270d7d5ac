import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonReply, fakeCall, fakePost } from '../shared/test/fake-call.ts';
import { telegram } from './index.ts';

const account = { providerAccountId: '-1001', username: 'news', grantedScopes: [], tokens: null, state: {} };

function replying(json: unknown) {
  return fakeCall({ account, hosts: telegram.hosts, respond: () => jsonReply(json) }).call;
}

const send = (json: unknown) => telegram.publish.send(replying(json), fakePost(), { v: 1 });

test('ignores an invalid wait', async () => {
  for (const wait of [0, -5, 1e12, '9', null]) {
    const outcome = await send({ ok: false, error_code: 429, description: 'Slow', parameters: { retry_after: wait } });
    assert.deepEqual(outcome, { kind: 'rateLimited', retryAfterMs: undefined });
  }
});

test('cleans Telegram’s messages for storage', async () => {
  const outcome = await send({ ok: false, error_code: 400, description: `Bad Request: a\0b\ud800${'x'.repeat(5000)}` });
  assert.ok(outcome.kind === 'rejected');
  assert.match(outcome.message, /^ab\ufffdx+$/);
  assert.equal(outcome.platformError.length, 999);
});

test('follows only a valid chat ID', async () => {
  const moved = (to: unknown) =>
    send({ ok: false, error_code: 400, description: 'Moved', parameters: { migrate_to_chat_id: to } });
  assert.deepEqual(await moved(-1002), { kind: 'notDone', reason: 'Moved', movedTo: '-1002' });
  assert.equal((await moved('@somebody')).kind, 'rejected');
  assert.equal((await moved(1.5)).kind, 'rejected');
});

test('treats every server error as unknown', async () => {
  for (const json of [
    { ok: true, result: { message_id: 7 } },
    { ok: false, error_code: 400, description: 'No' },
  ]) {
    const { call } = fakeCall({ account, hosts: telegram.hosts, respond: () => jsonReply(json, 502) });
    assert.equal((await telegram.publish.send(call, fakePost(), { v: 1 })).kind, 'unknown');
  }
});

test('treats a response without a valid message ID as unknown', async () => {
  for (const id of [0, -1, 1.5, '7', 2 ** 53]) {
    assert.equal((await send({ ok: true, result: { message_id: id } })).kind, 'unknown');
  }
});

test('names a chat by its title and links only to its public name', async () => {
  assert.ok(telegram.connect.kind === 'code');
  const chat = { id: -1001, type: 'channel', title: 'Ne\0ws', username: 'a/b', status: 'administrator' };
  const call = replying({ ok: true, result: { ...chat, can_post_messages: true } });
  assert.equal(
    (await telegram.connect.open(call, { chatId: '-1001', senderId: null })).kind,
    'unavailable',
    'a bot of that name cannot be',
  );
});
