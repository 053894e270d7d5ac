import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeAccount, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { waitFor } from '../../../../test/wait-for.ts';

// Listens for the events of the sandbox.
const t = await startTestApp({ sandbox: true, listens: true });

type Inbox = { user: TestUser; accountId: string; username: string };

let count = 0;

async function openInbox(user?: TestUser, query = ''): Promise<Inbox> {
  const owner = user ?? (await t.newUser());
  const username = `inbox.${(count += 1)}`;
  const { _id: accountId } = await makeAccount(owner.call, { platform: 'instagram', account: username, query });
  await dropEvents(true);
  return { user: owner, accountId, username };
}

/** Conversations are then read from the platform, independent of when events arrive. */
const dropEvents = (drop: boolean) => t.sandbox.control('POST', 'delivery', { platform: 'instagram', drop });

async function write(
  { username: account }: Inbox,
  text: string,
  more: object = {},
): Promise<{ id: string; conversationId: string }> {
  const message = { platform: 'instagram', account, person: 'fan.one', text, ...more };
  return (await t.sandbox.control('POST', 'messages', message)).message;
}

const list = ({ user }: Inbox, query = '') => user.call('GET', `/v1/inbox/conversations?${query}`);
const pathOf = (id: string, rest = '') => `/v1/inbox/conversations/${encodeURIComponent(id)}${rest}`;
const messagesOf = ({ user, accountId }: Inbox, id: string, query = '') =>
  user.call('GET', pathOf(id, `/messages?accountId=${accountId}${query}`));
const read = ({ user, accountId }: Inbox, id: string) =>
  user.call('POST', pathOf(id, '/read'), { body: { accountId } });
const update = ({ user, accountId }: Inbox, id: string, status: string) =>
  user.call('PUT', pathOf(id), { body: { accountId, status } });
const eventsOf = async ({ user }: Inbox) =>
  (await user.call('GET', '/v1/events?type=message.received,message.sent&limit=200')).body.events;

test('lists conversations with their newest message, and reports each message once', async () => {
  const inbox = await openInbox();
  const { id, conversationId } = await write(inbox, 'Hello there');
  const { status, body } = await list(inbox);
  assert.equal(status, 200);
  const [conversation, ...more] = body.data;
  assert.equal(more.length, 0);
  const { updatedTime, lastMessageAt, participantId, participants, ...rest } = conversation;
  assert.deepEqual(rest, {
    ...{ id: conversationId, platform: 'instagram', accountId: inbox.accountId, accountUsername: inbox.username },
    ...{ participantName: null, participantUsername: 'fan.one', participantPicture: null },
    ...{ lastMessage: 'Hello there', status: 'active', unreadCount: 1 },
  });
  assert.deepEqual([updatedTime, participants], [lastMessageAt, [{ id: participantId, username: 'fan.one' }]]);
  assert.deepEqual(body.pagination, { hasMore: false, nextCursor: null });
  const { lastUpdated, ...meta } = body.meta;
  assert.deepEqual(meta, { accountsQueried: 1, accountsFailed: 0, failedAccounts: [] });
  assert.ok(Date.parse(lastUpdated) > 0);
  await t.advance(61_000);
  await list(inbox);
  const events = await eventsOf(inbox);
  assert.deepEqual(
    events.map(({ type, data }: any) => [type, data.message.id, data.message.message, data.conversation.unreadCount]),
    [['message.received', id, 'Hello there', 1]],
  );
});

test('reads the platform at most once a minute, and reports an account that failed meanwhile', async () => {
  const inbox = await openInbox();
  await list(inbox);
  await write(inbox, 'Too early');
  assert.deepEqual((await list(inbox)).body.data, []);
  await t.advance(61_000);
  await t.sandbox.fault('instagram', 'errorBefore', { operation: 'listConversations', account: inbox.username });
  for (let turn = 0; turn < 2; turn += 1) {
    const { body } = await list(inbox);
    assert.deepEqual([body.data, body.meta.accountsFailed], [[], 1]);
    const [failed] = body.meta.failedAccounts;
    assert.deepEqual([failed.accountId, failed.code], [inbox.accountId, 'platformUnavailable']);
  }
  await t.advance(61_000);
  const { body } = await list(inbox);
  assert.deepEqual([body.data.length, body.meta.failedAccounts], [1, []]);
});

test('a failing account does not hide the conversations of another', async () => {
  const first = await openInbox();
  const second = await openInbox(first.user);
  await write(first, 'One');
  await write(second, 'Two');
  await t.sandbox.fault('instagram', 'rateLimit', {
    operation: 'listConversations',
    account: first.username,
    value: 120,
  });
  const { body } = await list(first);
  assert.deepEqual(
    body.data.map(({ lastMessage }: any) => lastMessage),
    ['Two'],
  );
  const [failed] = body.meta.failedAccounts;
  assert.deepEqual([failed.accountId, failed.code, failed.retryAfter], [first.accountId, 'platformThrottled', 120]);
  assert.equal((await list(first, `accountId=${second.accountId}`)).body.meta.accountsQueried, 1);
});

test('pages through conversations in both orders, with cursors that are bound to the query', async () => {
  const inbox = await openInbox();
  for (const person of ['a.one', 'b.two', 'c.three', 'd.four', 'e.five']) {
    await write(inbox, person, { person });
    await t.advance(1000);
  }
  for (const sortOrder of ['desc', 'asc']) {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await list(inbox, `limit=2&sortOrder=${sortOrder}${cursor}`);
      seen.push(...body.data.map(({ lastMessage }: any) => lastMessage));
      cursor = body.pagination.hasMore ? `&cursor=${body.pagination.nextCursor}` : '';
    } while (cursor !== '');
    const expected = ['a.one', 'b.two', 'c.three', 'd.four', 'e.five'];
    assert.deepEqual(seen, sortOrder === 'asc' ? expected : expected.toReversed());
  }
  const { nextCursor } = (await list(inbox, 'limit=2')).body.pagination;
  for (const query of [
    `cursor=${nextCursor}x`,
    `cursor=${nextCursor}&sortOrder=asc`,
    `cursor=${nextCursor}&status=active`,
  ]) {
    assertError(await list(inbox, query), 400, { error: 'Invalid cursor' });
  }
});

test('filters by account, profile, platform and status', async () => {
  const inbox = await openInbox();
  const { conversationId } = await write(inbox, 'Hello');
  const { _id: empty } = await makeProfile(inbox.user.call);
  const counts = async (query: string) => (await list(inbox, query)).body.data.length;
  assert.equal(await counts(`accountId=${inbox.accountId}`), 1);
  assert.equal(await counts(`profileId=${empty}`), 0);
  assert.equal(await counts('platform=instagram'), 1);
  assertError(await list(inbox, 'platform=telegram'), 400, { code: 'validation', param: 'platform' });
  assertError(await list(inbox, 'accountId=acc_unknown'), 404, { code: 'accountNotFound' });
  await update(inbox, conversationId, 'archived');
  assert.deepEqual([await counts('status=archived'), await counts('status=active'), await counts('')], [1, 0, 1]);
});

test('lists messages oldest first with attachments and story replies, in pages', async () => {
  const inbox = await openInbox();
  const { conversationId } = await write(inbox, 'One');
  await t.advance(1000);
  const attachmentUrl = 'https://cdn.example/picture.jpg';
  await write(inbox, '', { text: undefined, attachmentUrl });
  await t.advance(1000);
  await write(inbox, 'Three');
  await list(inbox);
  const { status, body } = await messagesOf(inbox, conversationId);
  assert.deepEqual([status, body.status, body.sortOrderApplied], [200, 'ok', 'asc']);
  assert.deepEqual(
    body.messages.map(({ message, direction, attachments }: any) => [message, direction, attachments?.[0]?.type]),
    [
      ['One', 'incoming', undefined],
      [body.messages[1].message, 'incoming', 'image'],
      ['Three', 'incoming', undefined],
    ],
  );
  const page = (await messagesOf(inbox, conversationId, '&limit=2&sortOrder=desc')).body;
  assert.deepEqual([page.messages[0].message, page.pagination.hasMore], ['Three', true]);
  const rest = (await messagesOf(inbox, conversationId, `&limit=2&sortOrder=desc&cursor=${page.pagination.nextCursor}`))
    .body;
  assert.deepEqual([rest.messages.length, rest.pagination], [1, { hasMore: false, nextCursor: null }]);
  assertError(await messagesOf(inbox, conversationId, '&cursor=nonsense'), 400, { error: 'Invalid cursor' });
});

test('keeps the content of messages that the platform no longer reveals, and marks unknown ones', async () => {
  const inbox = await openInbox();
  const { conversationId } = await write(inbox, 'Message 1');
  await list(inbox);
  for (let number = 2; number <= 23; number += 1) {
    await t.advance(1000);
    await write(inbox, `Message ${number}`);
  }
  await t.advance(61_000);
  await list(inbox);
  const { messages } = (await messagesOf(inbox, conversationId)).body;
  const texts = messages.map(({ message }: any) => message);
  assert.equal(texts[0], 'Message 1');
  assert.equal(texts.at(-1), 'Message 23');
  const unknown = messages.filter(({ message }: any) => message === undefined);
  assert.equal(unknown.length, 2);
  const { data } = (await inbox.user.call('GET', pathOf(conversationId, `?accountId=${inbox.accountId}`))).body;
  assert.equal(data.unreadCount, 21);
});

test('marks a conversation read with the exact count, and reading messages does not', async () => {
  const inbox = await openInbox();
  const { conversationId } = await write(inbox, 'One');
  await write(inbox, 'Two');
  await list(inbox);
  await messagesOf(inbox, conversationId);
  assert.deepEqual((await read(inbox, conversationId)).body, { success: true, markedCount: 2 });
  assert.deepEqual((await read(inbox, conversationId)).body, { success: true, markedCount: 0 });
  assert.equal((await list(inbox)).body.data[0].unreadCount, 0);
  await write(inbox, 'Three');
  await t.advance(61_000);
  assert.equal((await list(inbox)).body.data[0].unreadCount, 1);
});

test('archives a conversation until somebody writes again', async () => {
  const inbox = await openInbox();
  const { conversationId } = await write(inbox, 'One');
  await list(inbox);
  await t.advance(1000);
  const { status, body } = await update(inbox, conversationId, 'archived');
  assert.equal(status, 200);
  const { updatedAt, ...data } = body.data;
  assert.deepEqual(data, {
    ...{ id: conversationId, accountId: inbox.accountId, status: 'archived', platform: 'instagram' },
  });
  assert.ok(Date.parse(updatedAt) > 0);
  assert.equal((await list(inbox)).body.data[0].status, 'archived');
  assert.equal((await update(inbox, conversationId, 'active')).body.data.status, 'active');
  await update(inbox, conversationId, 'archived');
  await t.advance(61_000);
  assert.equal((await list(inbox)).body.data[0].status, 'archived');
  await write(inbox, 'Two');
  await t.advance(61_000);
  assert.equal((await list(inbox)).body.data[0].status, 'active');
  assertError(await update(inbox, conversationId, 'deleted'), 400, { code: 'validation', param: 'status' });
});

test('returns 404 for conversations of others and unknown ones, 400 for platforms without messages', async () => {
  const inbox = await openInbox();
  const other = await openInbox();
  const { conversationId } = await write(other, 'Private');
  await list(other);
  for (const id of [conversationId, 'unknown', '../x', '%00']) {
    const path = `/v1/inbox/conversations/${encodeURIComponent(id)}`;
    const { accountId, user } = inbox;
    const responses = [
      await user.call('GET', `${path}?accountId=${accountId}`),
      await user.call('GET', `${path}/messages?accountId=${accountId}`),
      await user.call('POST', `${path}/read`, { body: { accountId } }),
      await user.call('PUT', path, { body: { accountId, status: 'archived' } }),
    ];
    for (const response of responses) assert.equal(response.status, 404, `${id}: ${response.text}`);
  }
  assertError(await other.user.call('GET', pathOf(conversationId, `?accountId=${inbox.accountId}`)), 404, {
    code: 'accountNotFound',
  });
  const { _id: accountId } = await makeAccount(inbox.user.call, { platform: 'telegram' });
  const telegram = await inbox.user.call('GET', pathOf('1', `?accountId=${accountId}`));
  assertError(telegram, 400, { code: 'platformUnsupported' });
});

test('a key that is limited to other profiles sees no conversation', async () => {
  const inbox = await openInbox();
  await write(inbox, 'Private');
  await list(inbox);
  const { _id: profileId } = await makeProfile(inbox.user.call);
  const { key } = await makeKey(inbox.user.call, { scope: 'profiles', profileIds: [profileId] });
  const { body } = await t.as(key)('GET', '/v1/inbox/conversations');
  assert.deepEqual([body.data, body.meta.accountsQueried], [[], 0]);
});

test('without the scope for messages, lists report the account and single reads return 403', async () => {
  const inbox = await openInbox(undefined, '&drop=instagram_business_manage_messages');
  const [failed] = (await list(inbox)).body.meta.failedAccounts;
  assert.equal(failed.code, 'platformCapabilityMissing');
  const response = await inbox.user.call('GET', pathOf('1', `?accountId=${inbox.accountId}`));
  assertError(response, 403, {
    code: 'platformCapabilityMissing',
    missingScopes: ['instagram_business_manage_messages'],
  });
});

test('refuses what the key may not see, platforms without messages and accounts that are not connected', async () => {
  const inbox = await openInbox();
  const { conversationId } = await write(inbox, 'Hello');
  await list(inbox);
  const { user, accountId } = inbox;
  const [visible, hidden] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [visible._id] });
  assertError(await t.as(key)('GET', `/v1/inbox/conversations?profileId=${hidden._id}`), 403, { code: 'forbidden' });
  assertError(await list(inbox, 'profileId=prf_unknown'), 404, { error: 'Not found' });
  const { _id: telegram } = await makeAccount(user.call, { platform: 'telegram' });
  const unsupported = [
    await list(inbox, `accountId=${telegram}`),
    await messagesOf({ ...inbox, accountId: telegram }, '1'),
    await read({ ...inbox, accountId: telegram }, '1'),
    await update({ ...inbox, accountId: telegram }, '1', 'archived'),
  ];
  for (const response of unsupported) assertError(response, 400, { code: 'platformUnsupported' });
  assertError(await messagesOf({ ...inbox, accountId: 'acc_unknown' }, '1'), 404, { code: 'accountNotFound' });
  const single = async () => [
    await user.call('GET', pathOf(conversationId, `?accountId=${accountId}`)),
    await messagesOf(inbox, conversationId),
  ];
  await t.sql(`UPDATE accounts SET granted_scopes = '{}' WHERE id = $1`, [accountId]);
  for (const response of await single()) assertError(response, 403, { code: 'platformCapabilityMissing' });
  await t.sql(`UPDATE accounts SET status = 'needsReauth', fault = 'tokenDead' WHERE id = $1`, [accountId]);
  for (const response of await single()) assertError(response, 403, { code: 'platformCapabilityMissing' });
  const granted = '{instagram_business_manage_messages}';
  await t.sql(`UPDATE accounts SET granted_scopes = $2 WHERE id = $1`, [accountId, granted]);
  for (const response of await single()) assertError(response, 424, { code: 'connectionDead' });
  const { body } = await list(inbox);
  assert.deepEqual([body.data.length, body.meta.failedAccounts[0].code], [1, 'connectionDead']);
});

const waitForEvents = (count: number) =>
  waitFor(`${count} events`, async () => (await t.sql('SELECT 1 FROM platform_events')).length >= count);

test('reports a message when its event brings the content that the platform no longer reveals', async () => {
  const inbox = await openInbox();
  await t.app.drain();
  await dropEvents(false);
  for (let number = 1; number <= 23; number += 1) await write(inbox, `Number ${number}`);
  await waitForEvents(23);
  assert.equal((await list(inbox)).body.data[0].unreadCount, 20);
  assert.equal((await eventsOf(inbox)).length, 20);
  await t.app.drain();
  const reported = (await eventsOf(inbox)).map(({ data }: any) => data.message.message);
  assert.deepEqual([reported.length, new Set(reported).size], [23, 23]);
  await t.advance(61_000);
  assert.equal((await list(inbox)).body.data[0].unreadCount, 23);
  await dropEvents(true);
});

test('a message arrives by event, and its conversation is read from the platform', async () => {
  const inbox = await openInbox();
  await dropEvents(false);
  await t.app.drain();
  const { id, conversationId } = await write(inbox, 'By event');
  await waitForEvents(1);
  await t.app.drain();
  const [event, ...more] = await eventsOf(inbox);
  assert.equal(more.length, 0);
  assert.deepEqual(
    [event.type, event.data.message.id, event.data.message.senderName, event.data.conversation.id],
    ['message.received', id, 'fan.one', conversationId],
  );
  await dropEvents(true);
});

test('somebody who writes becomes a contact, and messages move its counters', async () => {
  const inbox = await openInbox();
  const { user, accountId } = inbox;
  const { conversationId } = await write(inbox, 'Hello');
  await write(inbox, 'Are you there?');
  await list(inbox);
  const contactsOf = async () => (await user.call('GET', `/v1/contacts?accountId=${accountId}`)).body.contacts;
  const [contact, ...more] = await contactsOf();
  assert.equal(more.length, 0);
  assert.deepEqual(
    [contact.name, contact.source, contact.displayIdentifier, contact.messagesReceivedCount, contact.messagesSentCount],
    ['fan.one', 'inbox', 'fan.one', 2, 0],
  );
  assert.equal(contact.lastMessageSentAt, null);
  const events = await eventsOf(inbox);
  assert.deepEqual([...new Set(events.map(({ data }: any) => data.contactId))], [contact.id]);
  await t.advance(61_000);
  await user.call('POST', pathOf(conversationId, '/messages'), { body: { accountId, message: 'Yes' } });
  await list(inbox);
  const [counted] = await contactsOf();
  assert.deepEqual([counted.messagesReceivedCount, counted.messagesSentCount], [2, 1]);
  assert.equal(counted.updatedAt, contact.updatedAt);
  assert.ok(counted.lastMessageSentAt > counted.lastMessageReceivedAt);
  const { body } = await user.call('GET', `/v1/contacts/${contact.id}`);
  assert.deepEqual(body.contact.conversationIds, [conversationId]);
  assert.equal(body.channels[0].lastActiveAt, contact.lastMessageReceivedAt);
});

test('a deleted contact comes back with the next message only', async () => {
  const inbox = await openInbox();
  const { user } = inbox;
  await write(inbox, 'Hello');
  await list(inbox);
  const contacts = async () => (await user.call('GET', '/v1/contacts')).body.contacts;
  const [{ id }] = await contacts();
  await user.call('DELETE', `/v1/contacts/${id}`);
  await t.advance(61_000);
  await list(inbox);
  assert.deepEqual(await contacts(), []);
  await write(inbox, 'Me again');
  await t.advance(61_000);
  await list(inbox);
  const [contact] = await contacts();
  assert.deepEqual([contact.messagesReceivedCount, contact.id === id], [1, false]);
});

test('nobody becomes a contact beyond the limit, and messages are stored anyway', async () => {
  const inbox = await openInbox();
  const { user } = inbox;
  const { profiles } = (await user.call('GET', '/v1/profiles')).body;
  await t.sql(
    `INSERT INTO contacts (owner_id, profile_id, id, name, tags, is_subscribed, is_blocked, source, folded_texts,
                           lower_tags, created_at, updated_at)
     SELECT $1, $2, 'ctc_full' || n, 'Filler', '{}', true, false, 'api', '{}', '{}', now(), now()
       FROM generate_series(1, 5000) AS n`,
    [user.ownerId, profiles[0]._id],
  );
  await write(inbox, 'Hello');
  assert.equal((await list(inbox)).body.data.length, 1);
  const [event] = await eventsOf(inbox);
  assert.equal(event.data.contactId, null);
  assert.equal((await user.call('GET', '/v1/contacts?limit=1')).body.pagination.total, 5000);
});
