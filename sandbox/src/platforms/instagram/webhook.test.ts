import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { allScopes, app, startInstagram } from '../../../test/instagram.ts';
import { assertSigned, startReceiver, until, type Received } from '../../../test/webhook-receiver.ts';

const account = 'ada.studio';
const ada = '17841400000000001';

async function start(t: TestContext) {
  const receiver = await startReceiver(t, 'instagram');
  const origins = [receiver.origin];
  const instagram = await startInstagram(t, { heraldOrigins: () => origins });
  const scope = `${allScopes},instagram_business_manage_messages`;
  const callback = `${receiver.origin}/callback`;
  const approved = await instagram.authorize({ decision: 'approve', account, scope, redirect_uri: callback });
  const code = new URL(approved.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const { access_token: token } = (await instagram.exchange(code, { redirect_uri: callback })).body;
  const graph = (method: string, path: string, parameters?: object) =>
    instagram.graph(method, `/v26.0/${path}`, parameters, token);
  const write = (text: string) =>
    instagram.sandbox.control('POST', 'messages', { platform: 'instagram', account, person: 'mira', text });
  const behave = (body: object) => instagram.sandbox.control('POST', 'delivery', { platform: 'instagram', ...body });
  return { ...instagram, ...receiver, origins, token, graph, write, behave };
}

const textsOf = (received: readonly Received[]): string[] =>
  received.map(({ body }) => body.entry[0].messaging[0].message.text);

test('sends signed events to a subscriber that returned the challenge, echoes included', async (t) => {
  const { graph, write, received, state } = await start(t);
  await write('Before the subscription');
  const fields = { subscribed_fields: 'comments,messages' };
  assert.deepEqual((await graph('POST', 'me/subscribed_apps', fields)).body, { success: true });
  const listed = await graph('GET', 'me/subscribed_apps');
  assert.deepEqual(listed.body.data, [{ id: app.client_id, subscribed_fields: ['comments', 'messages'] }]);

  await write('Grüße / 🌻');
  await until(() => received.length === 1);
  const [event] = received as [Received];
  assert.equal(state.handshakes, 1);
  assert.match(event.text, /Gr\\u00fc\\u00dfe \\\/ \\ud83c\\udf3b/);
  assertSigned(event, app.client_secret);
  const [entry] = event.body.entry;
  const [{ sender, recipient, message }] = entry.messaging;
  assert.deepEqual([entry.id, recipient.id, message.text], [ada, ada, 'Grüße / 🌻']);

  const sent = await graph('POST', 'me/messages', { recipient: { id: sender.id }, message: { text: 'Hello' } });
  await until(() => received.length === 2);
  const [echo] = received[1]?.body.entry[0].messaging;
  assert.deepEqual([echo.sender.id, echo.message.mid, echo.message.is_echo], [ada, sent.body.message_id, true]);
  assert.deepEqual((await graph('DELETE', 'me/subscribed_apps')).body, { success: true });
  await write('After the subscription');
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(received.length, 2);
});

test('the event of a message with link buttons has its text and the template', async (t) => {
  const { graph, write, received } = await start(t);
  await graph('POST', 'me/subscribed_apps', { subscribed_fields: 'messages' });
  await write('Hello');
  await until(() => received.length === 1);
  const [{ sender }] = received[0]?.body.entry[0].messaging;
  const buttons = [{ type: 'web_url', title: 'Open', url: 'https://shop.example/' }];
  const template = { type: 'template', payload: { template_type: 'button', text: 'Look', buttons } };
  await graph('POST', 'me/messages', { recipient: { id: sender.id }, message: { attachment: template } });
  await until(() => received.length === 2);
  const [{ message }] = received[1]?.body.entry[0].messaging;
  assert.deepEqual([message.text, message.attachments, message.is_echo], ['Look', [template], true]);
});

test('a private reply comes back as an echo', async (t) => {
  const { graph, sandbox, publish, token, herald, origins, received } = await start(t);
  // The first origin serves media and receives events.
  origins.unshift(herald);
  const post = await publish(token, { image_url: `${herald}/a.jpg` });
  origins.shift();
  await graph('POST', 'me/subscribed_apps', { subscribed_fields: 'messages' });
  const comment = { platform: 'instagram', account, post, person: 'mira', text: 'Price?' };
  const { id } = (await sandbox.control('POST', 'comments', comment)).body.comment;
  const sent = await graph('POST', 'me/messages', { recipient: { comment_id: id }, message: { text: 'Here' } });
  await until(() => received.length === 1);
  const [echo] = received[0]?.body.entry[0].messaging;
  assert.deepEqual([echo.sender.id, echo.recipient.id], [ada, sent.body.recipient_id]);
  assert.deepEqual(echo.message, { mid: sent.body.message_id, text: 'Here', is_echo: true });
});

test('retries until the event is accepted', async (t) => {
  const { graph, write, received, state } = await start(t);
  await graph('POST', 'me/subscribed_apps', { subscribed_fields: 'messages' });
  state.isDown = true;
  await write('Hello');
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(received.length, 0);
  state.isDown = false;
  await until(() => received.length === 1);
});

test('drops, duplicates, delays and reorders events on request', async (t) => {
  const { graph, write, behave, received } = await start(t);
  await graph('POST', 'me/subscribed_apps', { subscribed_fields: 'messages' });
  assert.equal((await behave({ drop: true })).status, 200);
  await write('dropped');
  await behave({ duplicate: true });
  await write('twice');
  await until(() => received.length === 2);
  assert.deepEqual(textsOf(received), ['twice', 'twice']);

  await behave({ delayMs: 300 });
  const before = Date.now();
  await write('late');
  await until(() => received.length === 3);
  assert.ok(Date.now() - before >= 290);

  await behave({ reorder: true });
  const texts = Array.from({ length: 12 }, (_, index) => `reordered ${index}`);
  for (const text of texts) await write(text);
  await until(() => received.length === 15);
  assert.notDeepEqual(textsOf(received).slice(3), texts);
  assert.deepEqual(textsOf(received).slice(3).sort(), texts.toSorted());
  const invalid = await behave({ delayMs: -1 });
  assert.match(invalid.body.error, /must not be negative/);
});
