import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, fakeCall, fakePost } from '../shared/test/fake-call.ts';
import { telegram } from './index.ts';

const account = { providerAccountId: '-1001', username: 'news', grantedScopes: [], tokens: null, state: {} };

function answered(json: unknown) {
  return fakeCall({ account, hosts: telegram.hosts, respond: () => answer(json) }).call;
}

const send = (json: unknown) => telegram.publish.send(answered(json), fakePost(), { v: 1 });

test('a wait that is none is not named', async () => {
  for (const wait of [0, -5, 1e12, '9', null]) {
    const outcome = await send({ ok: false, error_code: 429, description: 'Slow', parameters: { retry_after: wait } });
    assert.deepEqual(outcome, { kind: 'rateLimited', retryAfterMs: undefined });
  }
});

test('what Telegram says is fit to be stored', async () => {
  const outcome = await send({ ok: false, error_code: 400, description: `Bad Request: a\0b\ud800${'x'.repeat(5000)}` });
  assert.ok(outcome.kind === 'rejected');
  assert.match(outcome.message, /^ab\ufffdx+$/);
  assert.equal(outcome.platformError.length, 999);
});

test('only the id of a chat is followed', async () => {
  const moved = (to: unknown) =>
    send({ ok: false, error_code: 400, description: 'Moved', parameters: { migrate_to_chat_id: to } });
  assert.deepEqual(await moved(-1002), { kind: 'notDone', reason: 'Moved', movedTo: '-1002' });
  assert.equal((await moved('@somebody')).kind, 'rejected');
  assert.equal((await moved(1.5)).kind, 'rejected');
});

test('after trouble at the server nothing is known, whatever it says', async () => {
  for (const json of [
    { ok: true, result: { message_id: 7 } },
    { ok: false, error_code: 400, description: 'No' },
  ]) {
    const { call } = fakeCall({ account, hosts: telegram.hosts, respond: () => answer(json, 502) });
    assert.equal((await telegram.publish.send(call, fakePost(), { v: 1 })).kind, 'unknown');
  }
});

test('a message without a whole number of its own is not known to be out', async () => {
  for (const id of [0, -1, 1.5, '7', 2 ** 53]) {
    assert.equal((await send({ ok: true, result: { message_id: id } })).kind, 'unknown');
  }
});

test('a chat is named by what can be shown, and addressed by nothing else', async () => {
  assert.ok(telegram.connect.kind === 'code');
  const chat = { id: -1001, type: 'channel', title: 'Ne\0ws', username: 'a/b', status: 'administrator' };
  const call = answered({ ok: true, result: { ...chat, can_post_messages: true } });
  assert.equal(
    (await telegram.connect.open(call, { chatId: '-1001', senderId: null })).kind,
    'unavailable',
    'a bot of that name cannot be',
  );
});
