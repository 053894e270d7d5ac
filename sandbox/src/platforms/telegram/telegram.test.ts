import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { botToken, startSandbox, startServer, type Running } from '../../../test/harness.ts';
import { avatarOf } from '../../core/pages/avatar.ts';
import { mp4, pngOf } from '../../../test/media.ts';

const channel = '@herald_news';
const group = -1001000000003;
const botUser = { id: 1234567890, is_bot: true, first_name: 'Herald Sandbox', username: 'herald_sandbox_bot' };

const extensions: Record<string, string> = { video: '.mp4', animation: '.mp4', two: '.mp4' };

function multipart(sandbox: Running, method: string, fields: Record<string, string>, files: Record<string, Buffer>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, bytes] of Object.entries(files))
    form.set(name, new Blob([Uint8Array.from(bytes)]), `${name}${extensions[name] ?? '.jpg'}`);
  return sandbox.request(`/telegram/api.telegram.org/bot${botToken}/${method}`, { method: 'POST', body: form });
}

async function withHerald(t: TestContext) {
  const fetched: string[] = [];
  const herald = await startServer(t, (req, res) => {
    fetched.push(req.url ?? '');
    if (req.url === '/moved.png') res.writeHead(302, { location: '/a.png' }).end();
    else if (req.url === '/big.png') res.end(Buffer.alloc(5 * 1024 * 1024 + 1));
    else res.end(req.url?.startsWith('/a.png') ? avatarOf('a') : 'text');
  });
  const sandbox = await startSandbox(t, { heraldOrigins: () => [herald, 'https://public.example'] });
  return { herald, fetched, sandbox };
}

test('getMe, getChat, getChatMember and getChatMemberCount report bot, chat and members', async (t) => {
  const sandbox = await startSandbox(t);
  const me = await sandbox.request(`/telegram/api.telegram.org/bot${botToken}/getMe`);
  assert.equal(me.body.ok, true);
  assert.partialDeepStrictEqual(me.body.result, botUser);
  const chat = (await sandbox.bot('getChat', { chat_id: channel })).body.result;
  assert.partialDeepStrictEqual(chat, {
    id: -1001000000001,
    type: 'channel',
    username: 'herald_news',
    linked_chat_id: group,
  });
  const member = (await sandbox.bot('getChatMember', { chat_id: chat.id, user_id: botUser.id })).body.result;
  assert.partialDeepStrictEqual(member, { status: 'administrator', can_post_messages: true, user: botUser });
  const inGroup = (await sandbox.bot('getChatMember', { chat_id: group, user_id: botUser.id })).body.result;
  assert.equal('can_post_messages' in inGroup, false);
  const count = async (chat_id: unknown) => (await sandbox.bot('getChatMemberCount', { chat_id })).body.result;
  assert.equal(await count(channel), 1024);
  await sandbox.control('POST', 'followers', { platform: 'telegram', account: 'herald_news', count: 7 });
  await sandbox.control('POST', 'followers', { platform: 'telegram', account: String(group), count: 3 });
  assert.deepEqual([await count(channel), await count(group)], [7, 3]);
});

test('sendMessage accepts JSON and forms, and the ledger shows the rendered text', async (t) => {
  const sandbox = await startSandbox(t);
  const sent = await sandbox.bot('sendMessage', {
    chat_id: channel,
    text: '<b>Hi</b> &amp; <a href="https://x.example/">bye</a>  ',
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  });
  const { result } = sent.body;
  assert.equal(result.message_id, 2);
  assert.equal(result.date, Date.parse('2026-01-01') / 1000);
  assert.equal(result.text, 'Hi & bye');
  assert.deepEqual(result.entities, [
    { type: 'bold', offset: 0, length: 2 },
    { type: 'text_link', offset: 5, length: 3, url: 'https://x.example/' },
  ]);
  const form = new URLSearchParams({ chat_id: '-1001000000001', text: 'reply', reply_parameters: '{"message_id":2}' });
  const path = `/telegram/api.telegram.org/bot${botToken}/sendMessage`;
  const reply = await sandbox.request(path, { method: 'POST', body: form });
  assert.equal(reply.body.result.reply_to_message.message_id, 2);
  const [first, second] = await sandbox.posts('?platform=telegram&account=herald_news');
  assert.deepEqual(first, {
    platform: 'telegram',
    account: 'herald_news',
    id: '2',
    url: 'https://t.me/herald_news/2',
    text: 'Hi & bye',
    media: [],
    parentId: null,
    createdAt: '2026-01-01T00:00:00.001Z',
    deletedAt: null,
  });
  assert.equal(second.parentId, '2');
});

test('posts in private chats have a t.me/c URL', async (t) => {
  const sandbox = await startSandbox(t);
  await sandbox.bot('sendMessage', { chat_id: -1001000000002, text: 'x' });
  assert.equal((await sandbox.posts())[0].url, 'https://t.me/c/1000000002/2');
});

test('sendPhoto accepts an upload, a Herald URL and a known file ID', async (t) => {
  const { sandbox, fetched } = await withHerald(t);
  const uploaded = await multipart(sandbox, 'sendPhoto', { chat_id: channel, caption: 'up' }, { photo: avatarOf('a') });
  const [size] = uploaded.body.result.photo;
  assert.partialDeepStrictEqual(size, { width: 64, height: 64, file_size: avatarOf('a').length });
  const again = await sandbox.bot('sendPhoto', { chat_id: channel, photo: size.file_id });
  assert.equal(again.body.result.photo[0].file_id, size.file_id);
  const named = await sandbox.bot('sendPhoto', { chat_id: channel, photo: 'https://public.example/a.png?x=1' });
  assert.equal(named.status, 200);
  assert.deepEqual(fetched, ['/a.png?x=1']);
  const [first, , third] = await sandbox.posts();
  assert.deepEqual(third.media, first.media);
  assert.equal(first.media[0].type, 'image');
});

test('an upload without a matching file extension arrives as a document', async (t) => {
  const sandbox = await startSandbox(t);
  const form = new FormData();
  form.set('chat_id', channel);
  form.set('animation', new Blob([Uint8Array.from(mp4)]), 'file0');
  const { body } = await sandbox.request(`/telegram/api.telegram.org/bot${botToken}/sendAnimation`, {
    method: 'POST',
    body: form,
  });
  assert.ok(body.result.document);
  assert.equal(body.result.animation, undefined);
  assert.equal((await sandbox.posts())[0].media[0].type, 'document');
});

test('sendVideo and sendAnimation publish a video and a GIF', async (t) => {
  const sandbox = await startSandbox(t);
  const fields = { chat_id: channel, width: '640', height: '360', duration: '5', supports_streaming: 'true' };
  const video = await multipart(sandbox, 'sendVideo', fields, { video: mp4, thumbnail: avatarOf('t') });
  assert.partialDeepStrictEqual(video.body.result.video, {
    width: 640,
    height: 360,
    duration: 5,
    mime_type: 'video/mp4',
  });
  const animation = await multipart(sandbox, 'sendAnimation', { chat_id: channel }, { animation: mp4 });
  assert.equal(animation.status, 200);
  assert.deepEqual(
    (await sandbox.posts()).map((post) => post.media[0].type),
    ['video', 'gif'],
  );
});

test('an album is several messages and one post, deleted with its last message', async (t) => {
  const sandbox = await startSandbox(t);
  const media = JSON.stringify([
    { type: 'photo', media: 'attach://one', caption: '*Both*', parse_mode: 'MarkdownV2' },
    { type: 'video', media: 'attach://two', width: 10, height: 10 },
  ]);
  const sent = await multipart(
    sandbox,
    'sendMediaGroup',
    { chat_id: channel, media },
    { one: avatarOf('a'), two: mp4 },
  );
  const { result } = sent.body;
  assert.deepEqual(
    result.map((message: any) => message.message_id),
    [2, 3],
  );
  assert.match(result[0].media_group_id, /^\d+$/);
  assert.equal(result[0].media_group_id, result[1].media_group_id);
  const [post, ...more] = await sandbox.posts();
  assert.deepEqual([post.id, post.text, post.media.length, more.length], ['2', 'Both', 2, 0]);
  assert.equal((await sandbox.bot('deleteMessage', { chat_id: channel, message_id: 2 })).body.result, true);
  assert.equal((await sandbox.posts())[0].deletedAt, null);
  assert.equal((await sandbox.bot('deleteMessages', { chat_id: channel, message_ids: [2, 3, 99] })).body.result, true);
  assert.notEqual((await sandbox.posts())[0].deletedAt, null);
});

test('a bot that is only a member cannot delete messages after 48 hours', async (t) => {
  const sandbox = await startSandbox(t);
  const accounts = [{ name: 'herald-group', botStatus: 'member' }];
  await sandbox.control('POST', 'accounts', { platform: 'telegram', accounts });
  await sandbox.bot('sendMessage', { chat_id: group, text: 'x' });
  await sandbox.control('POST', 'clock', { advanceMs: 48 * 3600 * 1000 });
  const refused = await sandbox.bot('deleteMessage', { chat_id: group, message_id: 2 });
  assert.equal(refused.body.description, "Bad Request: message can't be deleted");
});

test('rejects a URL outside Herald without connecting to it', async (t) => {
  let connections = 0;
  const foreign = await startServer(t, (_req, res) => {
    connections += 1;
    res.end(avatarOf('a'));
  });
  const { sandbox, herald, fetched } = await withHerald(t);
  const port = new URL(herald).port;
  const urls = [`${foreign}/a.png`, `http://localhost:${port}/a.png`, `http://127.0.0.1:${port}@evil.example/a.png`];
  for (const photo of urls) {
    const { body } = await sandbox.bot('sendPhoto', { chat_id: channel, photo });
    assert.equal(body.description, 'Bad Request: failed to get HTTP URL content');
  }
  assert.deepEqual([connections, fetched], [0, []]);
  for (const path of ['moved.png', 'big.png']) {
    const { body } = await sandbox.bot('sendPhoto', { chat_id: channel, photo: `${herald}/${path}` });
    assert.equal(body.description, 'Bad Request: failed to get HTTP URL content');
  }
  const text = await sandbox.bot('sendPhoto', { chat_id: channel, photo: `${herald}/text` });
  assert.equal(text.body.description, 'Bad Request: wrong type of the web page content');
});

test('a chat accepts a burst, then one message per second, unless configured otherwise', async (t) => {
  const sandbox = await startSandbox(t);
  const send = (chatId: string) => sandbox.bot('sendMessage', { chat_id: chatId, text: 'x' });
  for (let sent = 0; sent < 5; sent += 1) assert.equal((await send(channel)).status, 200);
  const limited = await send(channel);
  assert.equal(limited.status, 429);
  assert.deepEqual(limited.body, {
    ok: false,
    error_code: 429,
    description: 'Too Many Requests: retry after 1',
    parameters: { retry_after: 1 },
  });
  await sandbox.control('POST', 'clock', { advanceMs: 1000 });
  assert.equal((await send(channel)).status, 200);
  const accounts = [{ name: 'fast_lane', messagesPerSecond: 0 }];
  await sandbox.control('POST', 'accounts', { platform: 'telegram', accounts });
  for (let sent = 0; sent < 10; sent += 1) assert.equal((await send('@fast_lane')).status, 200);
});

test('all chats together accept thirty messages per second, unless the bot is unlimited', async (t) => {
  const sandbox = await startSandbox(t);
  const put = (facts: object) => sandbox.control('POST', 'accounts', { platform: 'telegram', accounts: [facts] });
  await put({ name: 'fast_lane', messagesPerSecond: 0 });
  const send = () => sandbox.bot('sendMessage', { chat_id: '@fast_lane', text: 'x' });
  for (let sent = 0; sent < 30; sent += 1) assert.equal((await send()).status, 200);
  assert.equal((await send()).status, 429);
  await put({ name: 'herald_sandbox_bot', messagesPerSecond: 0 });
  for (let sent = 0; sent < 40; sent += 1) assert.equal((await send()).status, 200);
});

test('a group accepts twenty messages per minute', async (t) => {
  const sandbox = await startSandbox(t);
  const accounts = [{ name: 'herald-group', messagesPerSecond: 0 }];
  await sandbox.control('POST', 'accounts', { platform: 'telegram', accounts });
  const send = () => sandbox.bot('sendMessage', { chat_id: group, text: 'x' });
  for (let sent = 0; sent < 20; sent += 1) assert.equal((await send()).status, 200);
  assert.equal((await send()).body.parameters.retry_after, 3);
});

test('enforces size and aspect ratio limits for photos', async (t) => {
  const sandbox = await startSandbox(t);
  const photo = (bytes: Buffer) => multipart(sandbox, 'sendPhoto', { chat_id: channel }, { photo: bytes });
  const description = async (bytes: Buffer) => (await photo(bytes)).body.description;
  assert.equal(await description(pngOf(9000, 1001)), 'Bad Request: PHOTO_INVALID_DIMENSIONS');
  assert.equal(await description(pngOf(2100, 100)), 'Bad Request: PHOTO_INVALID_DIMENSIONS');
  assert.equal(await description(mp4), 'Bad Request: IMAGE_PROCESS_FAILED');
  assert.match(
    await description(Buffer.alloc(10 * 1024 * 1024 + 1)),
    /too big for a photo; the maximum size is 10485760/,
  );
  assert.equal((await photo(pngOf(2000, 100))).status, 200);
});
