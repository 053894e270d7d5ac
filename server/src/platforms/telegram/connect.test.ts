import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonReply, fakeCall, type Respond } from '../shared/test/fake-call.ts';
import { telegram } from './index.ts';

const account = { providerAccountId: '-1001', username: 'news', grantedScopes: [], tokens: null, state: {} };
const fake = (respond: Respond) => fakeCall({ account, hosts: telegram.hosts, respond });
assert.ok(telegram.connect.kind === 'code');
const { connect } = telegram;

const group = { id: -1001, type: 'supergroup', title: 'Group' };
const bot = { id: 7, is_bot: true, username: 'herald_bot', first_name: 'Herald' };
const person = { id: 42, is_bot: false, first_name: 'Ada' };

const platform =
  ({ chat = group, status = 'member' }: { chat?: object; status?: string | number }): Respond =>
  ({ url, text }) => {
    if (url.endsWith('/getMe')) return jsonReply({ ok: true, result: bot });
    if (url.endsWith('/getChat')) return jsonReply({ ok: true, result: chat });
    const { user_id: userId } = JSON.parse(text) as { user_id: number };
    if (userId === bot.id) return jsonReply({ ok: true, result: { user: bot, status: 'administrator' } });
    if (typeof status === 'string') return jsonReply({ ok: true, result: { user: person, status } });
    return jsonReply({ ok: false, error_code: status, description: 'Bad Request: PARTICIPANT_ID_INVALID' }, status);
  };

const open = (of: Parameters<typeof platform>[0], senderId: string | null) =>
  connect.open(fake(platform(of)).call, { chatId: '-1001', senderId });

test('lets only a creator or an administrator connect a group', async () => {
  for (const status of ['creator', 'administrator']) assert.equal((await open({ status }, '42')).kind, 'accounts');
  for (const status of ['member', 'restricted', 'left', 'kicked', 400]) {
    const connected = await open({ status }, '42');
    assert.ok(connected.kind === 'refused', String(status));
    assert.match(connected.reason, /Only an administrator/);
  }
});

test('is unavailable while the sender cannot be looked up', async () => {
  assert.equal((await open({ status: 502 }, '42')).kind, 'unavailable');
  assert.equal((await open({ status: 429 }, '42')).kind, 'unavailable');
});

test('lets a channel and an anonymous administrator connect their own chat', async () => {
  assert.equal((await open({}, null)).kind, 'accounts');
});

test('refuses a private chat and says what to do', async () => {
  const connected = await open({ chat: { id: 42, type: 'private', first_name: 'Ada' } }, null);
  assert.ok(connected.kind === 'refused');
  assert.match(connected.reason, /channel or group/);
});

test('reads codes with their chat and actual sender', async () => {
  const text = '/connect ABCD234567';
  const channel = { id: -1002, type: 'channel', title: 'News' };
  const updates = [
    { message: { chat: group, from: person, text } },
    { message: { chat: group, from: person, text: '/start@herald_bot ABCD234567' } },
    { message: { chat: group, from: { id: 1087968824 }, sender_chat: group, text } },
    { message: { chat: group, from: { id: 136817688 }, sender_chat: channel, text } },
    { channel_post: { chat: channel, sender_chat: channel, text } },
    { message: { chat: { id: 42, type: 'private' }, from: person, text } },
    { message: { chat: group, sender_chat: channel, is_automatic_forward: true, text } },
    { message: { chat: group, from: person, forward_origin: { type: 'user' }, text } },
    { message: { chat: group, text } },
    { message: { chat: group, from: person, text: 'say /connect ABCD234567' } },
  ];
  const result = updates.map((update, index) => ({ update_id: index + 1, ...update }));
  const seen = await connect.readCodes(fake(() => jsonReply({ ok: true, result })).call, undefined);
  assert.ok(seen.kind === 'codes');
  assert.deepEqual(
    seen.codes.map(({ chatId, senderId }) => [chatId, senderId]),
    [
      ['-1001', '42'],
      ['-1001', '42'],
      ['-1001', null],
      ['-1001', '-1002'],
      ['-1002', null],
      ['42', null],
      ['-1001', ''],
    ],
  );
});

test('links to chats in which the code is read', async () => {
  const invite = await connect.invite(fake(() => jsonReply({ ok: true, result: bot })).call, 'ABCD234567');
  assert.ok(invite.kind === 'invite');
  assert.deepEqual(
    invite.links.map(({ url }) => url),
    ['https://t.me/herald_bot?startchannel&admin=post_messages', 'https://t.me/herald_bot?startgroup=ABCD234567'],
  );
});
