import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startSandbox } from '../../test/harness.ts';
import { allScopes, startInstagram } from '../../test/instagram.ts';

const inbox = '/feed/instagram/messages';
const sameOrigin = { 'sec-fetch-site': 'same-origin' };

async function start(t: TestContext) {
  const instagram = await startInstagram(t);
  const token = await instagram.connect('ada.studio', { scope: `${allScopes},instagram_business_manage_messages` });
  const { sandbox } = instagram;
  const read = async (path: string): Promise<string> => (await sandbox.request(path)).body;
  const submit = (form: Record<string, string>, path = `${inbox}/ada.studio`, headers: object = sameOrigin) =>
    sandbox.request(path, { method: 'POST', headers: { ...headers }, body: new URLSearchParams(form) });
  const write = async (form: Record<string, string>): Promise<string> => {
    const response = await submit(form);
    assert.equal(response.status, 303, response.body);
    return (response.headers.get('location') ?? '').replace(/^\/sandbox|\?.*$/g, '');
  };
  const reply = async (text: string): Promise<void> => {
    const query = { platform: 'instagram', fields: 'participants' };
    const listed = await instagram.graph('GET', '/v26.0/me/conversations', query, token);
    const { id } = listed.body.data[0].participants.data[1];
    const sent = await instagram.graph('POST', '/v26.0/me/messages', { recipient: { id }, message: { text } }, token);
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
  };
  const messages = async (): Promise<any[]> => (await sandbox.control('GET', 'ledger')).body.messages;
  return { ...instagram, token, read, submit, write, reply, messages };
}

test('a visitor writes as a follower and finds the conversation from the feed', async (t) => {
  const { read, write, messages } = await start(t);
  assert.match(await read('/feed/instagram'), new RegExp(`href="/sandbox${inbox}">Direct messages`));
  assert.match(await read(inbox), /ada\.studio<\/bdi><\/strong> <small>0 conversations/);
  assert.match(await read(`${inbox}/ada.studio`), /Nobody has written to this account yet/);

  const conversation = await write({ person: 'mira', text: 'Are you open?\r\nOn Sunday?', attachmentUrl: '' });
  await write({ person: 'noor', text: '', attachmentUrl: ' https://cdn.example/cat.jpg ' });
  assert.deepEqual(
    (await messages()).map(({ person, text, attachmentUrl }) => [person, text, attachmentUrl]),
    [
      ['mira', 'Are you open?\nOn Sunday?', null],
      ['noor', '', 'https://cdn.example/cat.jpg'],
    ],
  );
  assert.match(await read(inbox), /2 conversations/);
  const listed = await read(`${inbox}/ada.studio`);
  assert.ok(listed.includes(`href="/sandbox${conversation}"`));
  assert.match(listed, /mira<\/bdi>[\s\S]*?Are you open/);
  assert.match(listed, /noor<\/bdi>[\s\S]*?>Attachment</);
  assert.match(await read(conversation), /name="person"\s+value="mira"/);
});

test('a conversation shows both sides in order, with attachments and replies to stories', async (t) => {
  const { sandbox, read, write, reply, publish, token, herald } = await start(t);
  const conversation = await write({ person: 'mira', text: 'First' });
  await reply('Second');
  await write({ person: 'mira', attachmentUrl: 'https://cdn.example/cat.jpg' });
  const story = await publish(token, { media_type: 'STORIES', image_url: `${herald}/tall.jpg` });
  const message = { platform: 'instagram', account: 'ada.studio', person: 'mira', text: 'Third', storyId: story };
  assert.equal((await sandbox.control('POST', 'messages', message)).status, 201);
  const body = await read(conversation);
  assert.match(
    body,
    /message incoming[\s\S]*mira[\s\S]*First[\s\S]*message outgoing[\s\S]*ada\.studio[\s\S]*Second[\s\S]*cat\.jpg[\s\S]*Third/,
  );
  assert.match(body, /<a href="https:\/\/cdn\.example\/cat\.jpg" rel="noreferrer nofollow">/);
  assert.equal(body.match(/Reply to story/g)?.length, 1);
  assert.ok(body.includes(`Reply to story ${story}`));
});

test('a visitor replies to a story, and an unknown story is refused', async (t) => {
  const { read, write, submit, messages, publish, token, herald } = await start(t);
  const story = await publish(token, { media_type: 'STORIES', image_url: `${herald}/tall.jpg` });
  const conversation = await write({ person: 'mira', text: 'Wow', storyId: ` ${story} ` });
  assert.ok((await read(conversation)).includes(`Reply to story ${story}`));
  const refused = await submit({ person: 'mira', text: 'Typed', storyId: '17900<' });
  assert.equal(refused.status, 400);
  assert.match(refused.body, /The message was not sent: ada\.studio has no story 17900&lt;/);
  assert.match(refused.body, /name="storyId"\s+value="17900&lt;"/);
  assert.deepEqual(
    (await messages()).map(({ text, storyId }) => [text, storyId]),
    [['Wow', story]],
  );
});

test('an open conversation shows a message that Herald sends without a reload', async (t) => {
  const { sandbox, read, write, reply } = await start(t);
  const conversation = await write({ person: 'mira', text: 'Hello' });
  const seen = /data-seen="(\w+)"/.exec(await read(conversation))?.[1] ?? '';
  const waiting = sandbox.request(`${conversation}?seen=${seen}`);
  await reply('Hello back');
  assert.match((await waiting).body, /Hello[\s\S]*message outgoing[\s\S]*Hello back/);
});

test('a refused message shows the reason and keeps the input', async (t) => {
  const { submit, messages } = await start(t);
  const both = await submit({ person: 'mira', text: 'Typed', attachmentUrl: 'https://cdn.example/cat.jpg' });
  assert.equal(both.status, 400);
  assert.match(both.body, /The message was not sent: A message needs either text or attachmentUrl, not both\./);
  assert.match(both.body, />\nTyped<\/textarea>/);
  assert.match(both.body, /value="https:\/\/cdn\.example\/cat\.jpg"/);
  assert.match((await submit({ person: 'mira' })).body, /needs either text or attachmentUrl/);
  assert.match((await submit({ person: 'mira', attachmentUrl: 'no URL' })).body, /attachmentUrl is not a URL/);
  assert.match((await submit({ person: '<b>', text: 'Hi' })).body, /&lt;b&gt; cannot be a username/);
  const foreign = await submit({ person: 'mira', text: 'Hi' }, undefined, { 'sec-fetch-site': 'cross-site' });
  assert.equal(foreign.status, 403);
  assert.deepEqual(await messages(), []);
});

test('a private reply is shown with its comment', async (t) => {
  const { sandbox, read, graph, publish, token, herald } = await start(t);
  const post = await publish(token, { image_url: `${herald}/a.jpg` });
  const comment = { platform: 'instagram', account: 'ada.studio', post, person: 'mira', text: 'Price?' };
  const { id } = (await sandbox.control('POST', 'comments', comment)).body.comment;
  const message = { recipient: { comment_id: id }, message: { text: 'Here' } };
  assert.equal((await graph('POST', '/v26.0/me/messages', message, token)).status, 200);
  const [, conversation = ''] =
    /href="\/sandbox(\/feed\/[^"]*\/aWdfdA[^"]*)"/.exec(await read(`${inbox}/ada.studio`)) ?? [];
  assert.match(await read(conversation), new RegExp(`Private reply to comment ${id}[\\s\\S]*Here`));
});

test('link buttons are shown as links below the text', async (t) => {
  const { read, write, graph, token } = await start(t);
  const conversation = await write({ person: 'mira', text: 'Hello' });
  const query = { platform: 'instagram', fields: 'participants' };
  const { body } = await graph('GET', '/v26.0/me/conversations', query, token);
  const { id } = body.data[0].participants.data[1];
  const buttons = [{ type: 'web_url', title: '<b>Open', url: 'https://shop.example/?a=1&b="' }];
  const attachment = { type: 'template', payload: { template_type: 'button', text: 'Look', buttons } };
  const sent = await graph('POST', '/v26.0/me/messages', { recipient: { id }, message: { attachment } }, token);
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  assert.match(
    await read(conversation),
    /Look[\s\S]*<a href="https:\/\/shop\.example\/\?a=1&amp;b=&quot;" rel="noreferrer nofollow"><bdi>&lt;b&gt;Open<\/bdi><\/a>/,
  );
});

test('messages are escaped, and only http and https attachments are links', async (t) => {
  const { read, write } = await start(t);
  const conversation = await write({ person: 'mira', text: '<img src=x onerror=alert(1)> \u202e שלום' });
  await write({ person: 'mira', attachmentUrl: 'javascript:alert(1)' });
  for (const path of [conversation, `${inbox}/ada.studio`]) {
    const body = await read(path);
    assert.doesNotMatch(body, /<img src=x/);
    assert.doesNotMatch(body, /href="javascript:/);
  }
  assert.match(await read(conversation), /<code>javascript:alert\(1\)<\/code>/);
});

test('returns 404 where there are no messages, account or conversation', async (t) => {
  const { sandbox, write } = await start(t);
  const conversation = await write({ person: 'mira', text: 'Hello' });
  const id = conversation.split('/').at(-1) ?? '';
  const wrong = [
    '/feed/facebook/messages',
    '/feed/telegram/messages',
    `${inbox}/nobody`,
    `${inbox}/ada.studio/1`,
    `${inbox}/grace.creates/${id}`,
    `${conversation}/x`,
  ];
  for (const path of wrong) assert.equal((await sandbox.request(path)).status, 404, path);
  const production = await startSandbox(t, { isProduction: true });
  const submit = { method: 'POST', headers: sameOrigin, body: new URLSearchParams({ person: 'mira', text: 'Hi' }) };
  assert.equal((await production.request(`${inbox}/ada.studio`, submit)).status, 404);
});
