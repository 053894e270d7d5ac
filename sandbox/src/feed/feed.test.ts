import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startSandbox, type Running } from '../../test/harness.ts';

const channel = '@herald_news';

async function withPost(t: TestContext, text: string): Promise<Running> {
  const sandbox = await startSandbox(t);
  assert.equal((await sandbox.bot('sendMessage', { chat_id: channel, text })).status, 200);
  return sandbox;
}

test('the front page lists every platform with its number of posts', async (t) => {
  const sandbox = await withPost(t, 'Hello');
  const { status, body } = await sandbox.request('');
  assert.equal(status, 200);
  assert.match(body, /Telegram[\s\S]*1 post/);
  assert.equal((await sandbox.request('/')).status, 200);
});

test('a feed shows text, links and account, and escapes user content', async (t) => {
  const sandbox = await withPost(t, 'See https://shop.example/a?b=1&c=2. <script>alert(1)</script>');
  const { body } = await sandbox.request('/feed/telegram');
  assert.match(body, /<a href="https:\/\/shop\.example\/a\?b=1&amp;c=2" [^>]*>/);
  assert.ok(body.includes('&lt;script&gt;alert(1)'));
  assert.ok(!body.includes('<script>alert'));
  assert.match(body, /herald_news/);
});

test('a feed of several accounts links to the feed of each', async (t) => {
  const sandbox = await withPost(t, 'Of the first');
  await sandbox.control('POST', 'accounts', { platform: 'telegram', accounts: [{ name: 'second' }] });
  assert.equal((await sandbox.bot('sendMessage', { chat_id: '@second', text: 'Of the other' })).status, 200);
  const { body } = await sandbox.request('/feed/telegram');
  assert.match(body, /href="\/sandbox\/feed\/telegram\/accounts\/second"/);
  const filtered = await sandbox.request('/feed/telegram/accounts/second');
  assert.match(filtered.body, /Of the other/);
  assert.doesNotMatch(filtered.body, /Of the first/);
});

test('every platform has a link that connects an account, and every post one to Herald', async (t) => {
  const sandbox = await withPost(t, 'Hello');
  assert.match((await sandbox.request('')).body, /href="http:\/\/127\.0\.0\.1:\d+\/#connect=telegram"/);
  const [post] = await sandbox.posts();
  const { body } = await sandbox.request('/feed/telegram');
  assert.match(body, new RegExp(`href="http://127\\.0\\.0\\.1:\\d+/#post=telegram/${post.id}"`));
});

test('deleted posts disappear from the feed', async (t) => {
  const sandbox = await withPost(t, 'Short-lived');
  const [post] = await sandbox.posts();
  await sandbox.bot('deleteMessage', { chat_id: channel, message_id: Number(post.id) });
  const { body } = await sandbox.request('/feed/telegram');
  assert.ok(!body.includes('Short-lived'));
  assert.match(body, /Nothing has been published here yet/);
});

test('a waiting browser gets a response only when there is something new', async (t) => {
  const sandbox = await withPost(t, 'First');
  const seen = /data-seen="(\w+)"/.exec((await sandbox.request('/feed/telegram')).body)?.[1] ?? '';
  let hasResponse = false;
  const waiting = sandbox.request(`/feed/telegram?seen=${seen}`).then((response) => {
    hasResponse = true;
    return response;
  });
  await sandbox.request('/feed/telegram');
  assert.equal(hasResponse, false);
  await sandbox.bot('sendMessage', { chat_id: channel, text: 'Second' });
  const { status, body, headers } = await waiting;
  assert.equal(status, 200);
  assert.match(body, /Second[\s\S]*First/);
  assert.notEqual(headers.get('x-feed-mark'), seen);
});

test('returns 404 for unknown pages, and for all feed pages in production', async (t) => {
  const sandbox = await startSandbox(t);
  const wrong = [
    '/feed/nowhere',
    '/feed/telegram/x',
    '/feed/telegram/posts/x',
    '/feed/media/..%2f..%2fetc',
    `/feed/media/${'0'.repeat(64)}`,
  ];
  for (const path of wrong) assert.equal((await sandbox.request(path)).status, 404, path);
  const production = await startSandbox(t, { isProduction: true });
  for (const path of ['', '/feed/telegram', '/feed/telegram?seen=', '/feed/live.js']) {
    assert.equal((await production.request(path)).status, 404, path);
  }
});

test('shows replies below their post, with the newest thread first', async (t) => {
  const sandbox = await withPost(t, 'The question');
  const [question] = await sandbox.posts();
  await sandbox.bot('sendMessage', { chat_id: channel, text: 'Something else' });
  const reply = { chat_id: channel, text: 'The answer', reply_parameters: { message_id: Number(question.id) } };
  assert.equal((await sandbox.bot('sendMessage', reply)).status, 200);
  const { body } = await sandbox.request('/feed/telegram');
  assert.match(body, /Something else[\s\S]*The question[\s\S]*<div class="replies">[\s\S]*The answer/);
  assert.equal(body.match(/The answer/g)?.length, 1);
});
