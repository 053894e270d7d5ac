import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox, type Running } from '../../../test/harness.ts';

const herald = 'https://herald.example';
const options = { heraldOrigins: () => [herald] };
const page = (query: Record<string, string>): string =>
  `/telegram/t.me/herald_sandbox_bot?${new URLSearchParams({ text: '/connect A1B2', ...query }).toString()}`;

async function updates(sandbox: Running, parameters = {}): Promise<any[]> {
  return (await sandbox.bot('getUpdates', parameters)).body.result;
}

test('the chat page offers the seeded chats and the text', async (t) => {
  const sandbox = await startSandbox(t, options);
  const { body, status } = await sandbox.request(page({ text: '/connect "A1"</textarea>' }));
  assert.equal(status, 200);
  for (const name of ['Herald News', 'Herald Private', 'Herald Group']) assert.match(body, new RegExp(name));
  assert.doesNotMatch(body, /Old Group/);
  assert.match(body, />\/connect &quot;A1&quot;&lt;\/textarea&gt;<\/textarea/);
});

test('approve posts into a channel and redirects', async (t) => {
  const sandbox = await startSandbox(t, options);
  const response = await sandbox.request(page({ decision: 'approve', back: `${herald}/done?a=1` }));
  assert.deepEqual([response.status, response.headers.get('location')], [302, `${herald}/done?a=1`]);
  const [update] = await updates(sandbox);
  assert.equal(update.channel_post.text, '/connect A1B2');
  assert.deepEqual(update.channel_post.chat, {
    id: -1001000000001,
    title: 'Herald News',
    username: 'herald_news',
    type: 'channel',
  });
});

test('approve posts into the named chat, which is created on first use', async (t) => {
  const sandbox = await startSandbox(t, options);
  assert.match((await sandbox.request(page({ decision: 'approve', account: 'herald-group' }))).body, /Sent/);
  await sandbox.request(page({ decision: 'approve', account: 'My shop' }));
  await sandbox.request(page({ decision: 'approve', account: 'my_own_shop' }));
  const [inGroup, isPrivate, isPublic] = await updates(sandbox);
  assert.equal(inGroup.message.from.is_bot, false);
  assert.equal(inGroup.message.chat.type, 'supergroup');
  assert.match(String(isPrivate.channel_post.chat.id), /^-100\d{10}$/);
  assert.equal(isPrivate.channel_post.chat.username, undefined);
  assert.equal(isPublic.channel_post.chat.username, 'my_own_shop');
  const sent = await sandbox.bot('sendMessage', { chat_id: isPrivate.channel_post.chat.id, text: 'connected' });
  assert.equal(sent.status, 200);
});

test('the form works by POST too', async (t) => {
  const sandbox = await startSandbox(t, options);
  const form = new URLSearchParams({ decision: 'approve', account: 'herald-private', other: '', text: '/connect NEW' });
  const response = await sandbox.request(page({ back: `${herald}/` }), { method: 'POST', body: form });
  assert.equal(response.status, 302);
  const [update] = await updates(sandbox);
  assert.deepEqual([update.channel_post.chat.title, update.channel_post.text], ['Herald Private', '/connect NEW']);
});

test('deny sends nothing and redirects with decision=deny', async (t) => {
  const sandbox = await startSandbox(t, options);
  const response = await sandbox.request(page({ decision: 'deny', back: `${herald}/done?a=1` }));
  assert.equal(response.headers.get('location'), `${herald}/done?a=1&decision=deny`);
  assert.match((await sandbox.request(page({ decision: 'deny' }))).body, /Nothing was sent/);
  assert.deepEqual(await updates(sandbox), []);
});

test('rejects redirects outside Herald, other bots and empty messages', async (t) => {
  const sandbox = await startSandbox(t, options);
  const foreign = await sandbox.request(page({ decision: 'approve', back: 'https://evil.example/' }));
  assert.equal(foreign.status, 400);
  assert.equal((await sandbox.request('/telegram/t.me/some_other_bot')).status, 404);
  assert.equal((await sandbox.request(page({ decision: 'approve', text: ' ' }))).status, 400);
  assert.deepEqual(await updates(sandbox), []);
});

test('an offset confirms the updates before it', async (t) => {
  const sandbox = await startSandbox(t, options);
  for (const text of ['one', 'two', 'three']) await sandbox.request(page({ text, decision: 'approve' }));
  const [first, second] = await updates(sandbox, { limit: 2 });
  assert.equal((await updates(sandbox)).length, 3);
  const rest = await updates(sandbox, { offset: second.update_id });
  assert.deepEqual(
    rest.map((update) => update.channel_post.text),
    ['two', 'three'],
  );
  assert.equal((await updates(sandbox, { offset: first.update_id })).length, 2);
  assert.deepEqual(
    (await updates(sandbox, { offset: -1 })).map((update) => update.channel_post.text),
    ['three'],
  );
  assert.equal((await updates(sandbox)).length, 1);
});

test('drops updates that are not in allowed_updates', async (t) => {
  const sandbox = await startSandbox(t, options);
  await updates(sandbox, { allowed_updates: ['message'] });
  await sandbox.request(page({ decision: 'approve' }));
  await sandbox.request(page({ decision: 'approve', account: 'herald-group' }));
  assert.deepEqual(
    (await updates(sandbox)).map((update) => Object.keys(update)[1]),
    ['message'],
  );
});

test('the next message completes a waiting poll, and another poll terminates it', async (t) => {
  const sandbox = await startSandbox(t, options);
  const begun = async (count: number) => {
    const calls = async () =>
      (await sandbox.control('GET', 'routes')).body.routes.find((route: any) => route.operation === 'getUpdates').calls;
    while ((await calls()) < count);
  };
  const waiting = updates(sandbox, { timeout: 30 });
  await begun(1);
  await sandbox.request(page({ decision: 'approve' }));
  const [update] = await waiting;
  assert.equal(update.channel_post.text, '/connect A1B2');
  const older = sandbox.bot('getUpdates', { timeout: 30, offset: update.update_id + 1 });
  await begun(2);
  assert.deepEqual(await updates(sandbox, { offset: update.update_id + 1 }), []);
  assert.equal((await older).status, 409);
  assert.match((await older).body.description, /^Conflict: terminated by other getUpdates request/);
});
