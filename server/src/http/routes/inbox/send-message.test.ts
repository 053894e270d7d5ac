import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeAccount } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { uploadJpeg } from '../../../../test/data/upload-jpeg.ts';
import { whileOffline } from '../../../../test/while-offline.ts';

// Listens, because the sandbox fetches attachments.
const t = await startTestApp({ sandbox: true, listens: true });
const platform = 'instagram';

type Thread = { user: TestUser; accountId: string; username: string; id: string };

let count = 0;

async function openThread(): Promise<Thread> {
  const user = await t.newUser();
  const username = `sender.${(count += 1)}`;
  const { _id: accountId } = await makeAccount(user.call, { platform, account: username });
  const message = { platform, account: username, person: 'fan.one', text: 'Hello' };
  const { conversationId: id } = (await t.sandbox.control('POST', 'messages', message)).message;
  await user.call('GET', '/v1/inbox/conversations');
  await t.advance(1000);
  return { user, accountId, username, id };
}

function send({ user, accountId, id }: Thread, fields: object, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const path = `/v1/inbox/conversations/${encodeURIComponent(id)}/messages`;
  return user.call('POST', path, { body: { accountId, ...fields }, headers });
}

async function sent({ username }: Thread): Promise<{ text: string; attachmentUrl: string | null }[]> {
  const { messages } = await t.sandbox.control('GET', `ledger?platform=${platform}&account=${username}`);
  return messages.filter(({ direction }: { direction: string }) => direction === 'outgoing');
}

const fault = (thread: Thread, kind: string, more: object = {}) =>
  t.sandbox.fault(platform, kind, { operation: 'sendMessage', account: thread.username, ...more });

const replayed = ({ headers }: { headers: Record<string, unknown> }) => headers['idempotent-replayed'];

test('sends a text, stores it in the conversation and reports message.sent once', async () => {
  const thread = await openThread();
  const { status, body } = await send(thread, { message: 'Grüße 🎉' });
  assert.equal(status, 200);
  const { messageId, sentAt, ...data } = body.data;
  assert.deepEqual([body.success, data], [true, { conversationId: thread.id, message: 'Grüße 🎉' }]);
  assert.ok(messageId.length > 0 && Date.parse(sentAt) > 0);
  assert.deepEqual(
    (await sent(thread)).map(({ text }) => text),
    ['Grüße 🎉'],
  );
  const path = `/v1/inbox/conversations/${encodeURIComponent(thread.id)}/messages?accountId=${thread.accountId}`;
  await t.advance(20_000);
  const { messages } = (await thread.user.call('GET', path)).body;
  assert.deepEqual(
    messages.map(({ message, direction }: any) => [message, direction]),
    [
      ['Hello', 'incoming'],
      ['Grüße 🎉', 'outgoing'],
    ],
  );
  const { events } = (await thread.user.call('GET', '/v1/events?type=message.sent')).body;
  assert.deepEqual(
    events.map(({ data }: any) => data.message.id),
    [messageId],
  );
});

test('sends an attachment, with its type by extension or as given', async () => {
  const thread = await openThread();
  const attachmentUrl = await uploadJpeg(thread.user);
  assert.equal((await send(thread, { attachmentUrl })).body.data.message, null);
  assert.equal((await send(thread, { attachmentUrl, attachmentType: 'file' })).status, 200);
  assert.deepEqual(
    (await sent(thread)).map((message) => message.attachmentUrl),
    [attachmentUrl, attachmentUrl],
  );
  const unclear = await send(thread, { attachmentUrl: 'https://cdn.example/clip' });
  assertError(unclear, 400, { code: 'validation', param: 'attachmentType' });
});

test('refuses both, neither, a text over 1000 bytes and URLs that may not be called', async () => {
  const thread = await openThread();
  const attachmentUrl = 'https://cdn.example/a.png';
  assertError(await send(thread, { message: 'Hi', attachmentUrl }), 400, { code: 'validation' });
  assertError(await send(thread, {}), 400, { code: 'validation' });
  assert.equal((await send(thread, { message: 'é'.repeat(500) })).status, 200);
  assertError(await send(thread, { message: 'é'.repeat(501) }), 400, { code: 'validation', param: 'message' });
  const file = { attachmentUrl: 'file:///etc/passwd', attachmentType: 'file' };
  assertError(await send(thread, file), 400, { code: 'urlNotAllowed', param: 'attachmentUrl' });
  assert.equal((await sent(thread)).length, 1);
});

test('the same key and body return the stored outcome, another body is a conflict', async () => {
  const thread = await openThread();
  const first = await send(thread, { message: 'Once' }, 'key-1');
  assert.equal(replayed(first), undefined);
  for (let turn = 0; turn < 3; turn += 1) {
    const again = await send(thread, { message: 'Once' }, 'key-1');
    assert.deepEqual([again.status, again.body, replayed(again)], [200, first.body, 'true']);
  }
  assertError(await send(thread, { message: 'Twice' }, 'key-1'), 422, { code: 'idempotencyConflict' });
  assert.equal((await sent(thread)).length, 1);
  for (const key of [' ', 'ü', 'x'.repeat(256)]) {
    assertError(await send(thread, { message: 'Hi' }, key), 400, { code: 'validation', param: 'idempotency-key' });
  }
});

test('keys belong to a conversation and end after 24 hours', async () => {
  const [thread, other] = [await openThread(), await openThread()];
  await send(thread, { message: 'One' }, 'shared');
  assert.equal(replayed(await send(other, { message: 'Two' }, 'shared')), undefined);
  await t.advance(24 * 3_600_000 + 1000);
  await t.app.drain();
  assert.deepEqual(await t.sql('SELECT 1 FROM message_sends'), []);
});

test('twenty requests at once with one key send one message', async () => {
  const thread = await openThread();
  await fault(thread, 'slow', { value: 300 });
  const responses = await Promise.all(Array.from({ length: 20 }, () => send(thread, { message: 'Once' }, 'parallel')));
  const statuses = responses.map(({ status }) => status);
  assert.deepEqual(
    statuses.filter((status) => status !== 200 && status !== 409),
    [],
  );
  assertError(responses.find(({ status }) => status === 409) ?? assert.fail('none was refused'), 409, {
    code: 'idempotencyInFlight',
  });
  assert.equal((await sent(thread)).length, 1);
});

test('returns the platform error outside the 24-hour window, and repeats it for the same key', async () => {
  const thread = await openThread();
  const lastAt = t.app.systemCtx.clock.now().getTime() - 1000;
  await t.advance(25 * 3_600_000);
  const first = await send(thread, { message: 'Late' }, 'late');
  assertError(first, 400, { code: 'PLATFORM_LIMITATION', platform });
  const { code, subcode, type } = first.body.platformError;
  assert.deepEqual([code, subcode, typeof type], [10, 2534022, 'string']);
  assert.ok(Math.abs(Date.parse(first.body.lastMessageReceivedAt) - lastAt) < 2000);
  const again = await send(thread, { message: 'Late' }, 'late');
  assert.deepEqual([again.status, again.body, replayed(again)], [400, first.body, 'true']);
  assert.deepEqual(await sent(thread), []);
});

test('an unconfirmed message is 502 for ever, and is sent once', async () => {
  const thread = await openThread();
  await fault(thread, 'lostResponse');
  const first = await send(thread, { message: 'Perhaps' }, 'lost');
  assertError(first, 502, { code: 'providerOutcomeUnknown' });
  const again = await send(thread, { message: 'Perhaps' }, 'lost');
  assert.deepEqual([again.status, again.body, replayed(again)], [502, first.body, 'true']);
  assert.equal((await sent(thread)).length, 1);
});

test('a request whose process died is unknown after its lease, and is never sent again', async () => {
  const thread = await openThread();
  await t.sandbox.control('GET', 'ledger');
  const key = 'dead';
  await send(thread, { message: 'Before' }, key);
  await t.sql('UPDATE message_sends SET outcome = NULL WHERE key = $1', [key]);
  assertError(await send(thread, { message: 'Before' }, key), 409, { code: 'idempotencyInFlight' });
  await t.advance(121_000);
  for (let turn = 0; turn < 2; turn += 1) {
    const response = await send(thread, { message: 'Before' }, key);
    assertError(response, 502, { code: 'providerOutcomeUnknown' });
    assert.equal(replayed(response), 'true');
  }
  assert.equal((await sent(thread)).length, 1);
});

test('throttling and errors before the request free the key; a rejection is stored', async () => {
  const thread = await openThread();
  await fault(thread, 'rateLimit', { value: 120 });
  assertError(await send(thread, { message: 'Again' }, 'free'), 429, { platform });
  assert.equal((await send(thread, { message: 'Again' }, 'free')).status, 200);
  const error = { code: 100, message: 'Invalid parameter', type: 'OAuthException' };
  await fault(thread, 'response', { status: 400, body: { error } });
  assertError(await send(thread, { message: 'Refused' }, 'refused'), 400, { code: '100' });
  const again = await send(thread, { message: 'Refused' }, 'refused');
  assertError(again, 400, { code: '100' });
  assert.equal(replayed(again), 'true');
  await t.sql(`UPDATE accounts SET granted_scopes = '{}' WHERE id = $1`, [thread.accountId]);
  assertError(await send(thread, { message: 'Third' }, 'third'), 403, { code: 'platformCapabilityMissing' });
  await t.sql(
    `UPDATE accounts SET granted_scopes = '{instagram_business_manage_messages}', status = 'needsReauth',
            fault = 'tokenDead' WHERE id = $1`,
    [thread.accountId],
  );
  assertError(await send(thread, { message: 'Third' }, 'third'), 424, { code: 'connectionDead' });
  assert.deepEqual(await t.sql(`SELECT 1 FROM message_sends WHERE key = 'third'`), []);
});

test('returns 502 when nothing could be sent, 404 and 400 for what does not exist', async () => {
  const thread = await openThread();
  const offline = await whileOffline(t, platform, () => send(thread, { message: 'Hi' }, 'offline'));
  assertError(offline, 502, { code: 'unavailable' });
  assert.equal((await send(thread, { message: 'Hi' }, 'offline')).status, 200);
  assertError(await send({ ...thread, id: 'unknown' }, { message: 'Hi' }), 404, { code: 'conversationNotFound' });
  assertError(await send({ ...thread, accountId: 'unknown' }, { message: 'Hi' }), 404, { code: 'accountNotFound' });
  const { _id: accountId } = await makeAccount(thread.user.call, { platform: 'telegram' });
  assertError(await send({ ...thread, accountId }, { message: 'Hi' }), 400, { code: 'platformUnsupported' });
});

test('returns 429 after 120 messages in an hour', async () => {
  const thread = await openThread();
  await t.sql(
    `INSERT INTO hourly_uses (owner_id, operation, used_at)
     SELECT $1, 'message.send', herald_now() FROM generate_series(1, 120)`,
    [thread.user.ownerId],
  );
  assertError(await send(thread, { message: 'Hi' }, 'capped'), 429, { error: 'rate_limited' });
  assert.deepEqual(await t.sql(`SELECT 1 FROM message_sends WHERE key = 'capped'`), []);
});
