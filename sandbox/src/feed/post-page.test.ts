import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startFacebook } from '../../test/facebook.ts';
import { startSandbox, type Running } from '../../test/harness.ts';
import { startInstagram } from '../../test/instagram.ts';
import { startThreads } from '../../test/threads.ts';

const sameOrigin = { 'sec-fetch-site': 'same-origin' };

async function startWithPost(t: TestContext) {
  const instagram = await startInstagram(t);
  const token = await instagram.connect();
  const post = await instagram.publish(token, { image_url: `${instagram.herald}/a.jpg`, caption: 'Bread' });
  const path = `/feed/instagram/posts/ada.studio/${post}`;
  const { sandbox } = instagram;
  const graph = (method: string, at: string, parameters?: object) =>
    instagram.graph(method, `/v26.0/${at}`, parameters, token);
  const read = async (query = ''): Promise<string> => (await sandbox.request(`${path}${query}`)).body;
  const submit = (form: Record<string, string>, headers: Record<string, string> = sameOrigin) =>
    sandbox.request(path, { method: 'POST', headers, body: new URLSearchParams(form) });
  return { ...instagram, token, post, path, graph, read, submit };
}

const commentsIn = async (sandbox: Running): Promise<any[]> =>
  (await sandbox.posts('?platform=instagram')).filter(({ parentId }) => parentId !== null);

test('a visitor comments as a follower and replies, and the account reads both', async (t) => {
  const { sandbox, graph, post, path, read, submit } = await startWithPost(t);
  assert.match((await sandbox.request('/feed/instagram')).body, new RegExp(`href="/sandbox${path}"\\s*>Comment as a`));
  const added = await submit({ person: ' mira ', text: 'One\r\nTwo' });
  assert.equal(added.status, 303);
  assert.equal(added.headers.get('location'), `/sandbox${path}?person=mira#write`);
  const [comment] = await commentsIn(sandbox);
  assert.deepEqual([comment.account, comment.text, comment.parentId], ['mira', 'One\nTwo', post]);

  assert.match(await read('?person=mira'), /name="person"\s+value="mira"/);
  const replyForm = await read(`?parent=${comment.id}`);
  assert.ok(replyForm.includes(`name="parent" value="${comment.id}"`));
  assert.equal((await submit({ person: 'noor', text: 'Reply', parent: comment.id })).status, 303);
  const { data } = (await graph('GET', `${post}/comments`, { fields: 'text,username,replies{text,username}' })).body;
  assert.deepEqual([data[0].text, data[0].replies.data[0].username], ['One\nTwo', 'noor']);
  assert.match(await read(), /One\nTwo[\s\S]*<div class="replies">[\s\S]*Reply/);
  assert.match((await sandbox.request('/feed/instagram')).body, /<span>2 comments<\/span>\s+<a/);
});

test('hidden comments are marked on the page of the post and in the feed', async (t) => {
  const { sandbox, graph, read, submit } = await startWithPost(t);
  await submit({ person: 'mira', text: 'Rude' });
  const [comment] = await commentsIn(sandbox);
  assert.ok(!(await read()).includes('Hidden'));
  await graph('POST', `${comment.id}?hide=true`);
  assert.match(await read(), /mira<\/bdi><\/strong>\s*<span class="mark">Hidden/);
  assert.match((await sandbox.request('/feed/instagram')).body, /<span class="mark">Hidden/);
});

test('an open page of a post shows a new comment without a reload, and that the post was deleted', async (t) => {
  const threads = await startThreads(t);
  const token = await threads.connect();
  const post = await threads.publish(token, { media_type: 'TEXT', text: 'Wool' });
  const path = `/feed/threads/posts/ada.knits/${post}`;
  const { sandbox } = threads;
  const seen = /data-seen="(\w+)"/.exec((await sandbox.request(path)).body)?.[1] ?? '';
  const waiting = sandbox.request(`${path}?seen=${seen}`);
  const form = new URLSearchParams({ person: 'mira', text: 'Soft' });
  assert.equal((await sandbox.request(path, { method: 'POST', headers: sameOrigin, body: form })).status, 303);
  const { body, headers } = await waiting;
  assert.match(body, /Wool[\s\S]*Soft/);
  assert.doesNotMatch(body, /<form/);
  const removal = sandbox.request(`${path}?seen=${headers.get('x-feed-mark')}`);
  assert.equal((await threads.graph('DELETE', `/v1.0/${post}`, {}, token)).status, 200);
  assert.match((await removal).body, /This post was deleted/);
  assert.equal((await sandbox.request(path)).status, 404);
});

test('a refused form shows the reason and keeps the input', async (t) => {
  const { sandbox, read, submit } = await startWithPost(t);
  const refused = await submit({ person: 'Not a name', text: '\n"Typed" </textarea>' });
  assert.equal(refused.status, 400);
  assert.match(refused.body, /role="alert"[^>]*>The comment was not added: Not a name cannot be a username/);
  assert.match(refused.body, /name="person"\s+value="Not a name"/);
  assert.match(refused.body, />\n\n&quot;Typed&quot; &lt;\/textarea&gt;<\/textarea>/);
  const missing = await submit({ person: 'mira', text: 'Hello', parent: '1' });
  assert.match(missing.body, /There is no comment 1\./);
  assert.match((await submit({ person: 'mira', text: ' ' })).body, /text is empty/);
  assert.match((await submit({ person: '' })).body, /An empty text cannot be a username/);
  const large = await submit({ person: 'mira', text: 'a'.repeat(1024 * 1024) });
  assert.equal(large.status, 413);
  assert.deepEqual(await commentsIn(sandbox), []);
  assert.doesNotMatch(await read(), /role="alert"/);
});

test('forms of other sites, other machines and other types are refused', async (t) => {
  const { sandbox, path, submit, read } = await startWithPost(t);
  const form = { person: 'mira', text: 'Hello' };
  const { host } = new URL(sandbox.origin);
  const refused: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: sandbox.origin },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: `http://${host}.evil.example` },
    { ...sameOrigin, 'x-forwarded-for': '127.0.0.1' },
    { ...sameOrigin, forwarded: 'for=127.0.0.1' },
  ];
  for (const headers of refused) assert.equal((await submit(form, headers)).status, 403, JSON.stringify(headers));
  const json = { ...sameOrigin, 'content-type': 'application/json' };
  assert.equal((await sandbox.request(path, { method: 'POST', headers: json, body: '{}' })).status, 400);
  const onFeed = { method: 'POST', headers: sameOrigin, body: new URLSearchParams(form) };
  assert.equal((await sandbox.request('/feed/instagram', onFeed)).status, 405);
  assert.deepEqual(await commentsIn(sandbox), []);

  const elsewhere = await sandbox.request(path, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  assert.match(elsewhere.body, /open this page on the machine that runs the sandbox/);
  assert.doesNotMatch(elsewhere.body, /<form/);
  assert.match(await read(), /<form/);
  assert.equal((await submit(form, { origin: sandbox.origin })).status, 303, 'the origin alone is enough');
});

test('comments are escaped, and pages send their origin to themselves only', async (t) => {
  const { sandbox, path, submit } = await startWithPost(t);
  const text = '<script>alert(1)</script> \u202eevil "onload=x" javascript:alert(2) https://x.example/"><b>';
  await submit({ person: 'mira', text });
  const { body, headers } = await sandbox.request(`${path}?person="><script>2`);
  assert.doesNotMatch(body, /<script>/);
  assert.doesNotMatch(body, /href="javascript:/);
  assert.ok(body.includes('&lt;script&gt;alert(1)'));
  assert.match(body, /<p class="text" dir="auto">/);
  assert.match(
    headers.get('content-security-policy') ?? '',
    /default-src 'none'; script-src 'self';.*form-action 'self';/,
  );
  assert.equal(headers.get('referrer-policy'), 'same-origin');
});

test('Facebook takes comments from the page too, and names its rule for usernames', async (t) => {
  const { sandbox, connect, graph } = await startFacebook(t);
  const token = await connect();
  const { id } = (await graph('POST', '/v26.0/me/feed', { message: 'Bread' }, token)).body;
  const path = `/feed/facebook/posts/ada.bakes/${id}`;
  const submit = (person: string) =>
    sandbox.request(path, { method: 'POST', headers: sameOrigin, body: new URLSearchParams({ person, text: 'Hi' }) });
  assert.match((await submit('mira')).body, /mira cannot be a username, which has 5 to 50 letters/);
  assert.equal((await submit('mira.reads')).status, 303);
  assert.match((await sandbox.request(path)).body, /mira\.reads[\s\S]*Hi/);
});

test('only posts that take comments have a page', async (t) => {
  const { sandbox, publish, token, herald, post } = await startWithPost(t);
  const story = await publish(token, { media_type: 'STORIES', image_url: `${herald}/tall.jpg` });
  const wrong = [
    `/feed/instagram/posts/ada.studio/${story}`,
    `/feed/instagram/posts/grace.creates/${post}`,
    `/feed/instagram/posts/ada.studio/1`,
    `/feed/instagram/posts/ada.studio/${post}/x`,
    '/feed/instagram/posts/ada.studio',
    '/feed/instagram/posts/%E0%A4%A/1',
    '/feed/constructor',
  ];
  for (const path of wrong) assert.equal((await sandbox.request(path)).status, 404, path);
  await sandbox.bot('sendMessage', { chat_id: '@herald_news', text: 'No comments here' });
  const { body } = await sandbox.request('/feed/telegram');
  assert.doesNotMatch(body, /Comment as a follower/);
  const production = await startSandbox(t, { isProduction: true });
  assert.equal((await production.request(`/feed/instagram/posts/ada.studio/${post}`)).status, 404);
});
