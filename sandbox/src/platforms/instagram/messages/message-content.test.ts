import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { account, startMessages } from '../../../../test/instagram-messages.ts';

const link = { type: 'web_url', url: 'https://shop.example/?a=1&b=2', title: 'Open “it”' };
const more = { type: 'web_url', url: 'http://shop.example/more', title: 'More' };

async function start(t: TestContext) {
  const instagram = await startMessages(t);
  const { conversationId } = await instagram.write({ text: 'Hello' });
  const follower = await instagram.followerOf(conversationId);
  const sendTemplate = (payload: object) =>
    instagram.send(follower, {
      attachment: { type: 'template', payload: { template_type: 'button', text: 'Look', buttons: [link], ...payload } },
    });
  return { ...instagram, conversationId, follower, sendTemplate };
}

test('a template is stored with its buttons and listed with its text', async (t) => {
  const { graph, sendTemplate, ledgerMessages } = await start(t);
  const sent = await sendTemplate({ buttons: [link, more] });
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  const stored = (await ledgerMessages()).at(-1);
  assert.deepEqual(
    [stored.text, stored.buttons, stored.attachmentUrl],
    ['Look', [link, more].map(({ title, url }) => ({ title, url })), null],
  );
  const { body } = await graph('GET', sent.body.message_id, { fields: 'message,attachments' });
  assert.deepEqual([body.message, body.attachments], ['Look', undefined]);
});

test('the longest text and title and three buttons are accepted', async (t) => {
  const { sendTemplate } = await start(t);
  const longest = { ...link, title: '🌻'.repeat(20) };
  const sent = await sendTemplate({ text: '🌻'.repeat(640), buttons: [longest, more, more] });
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
});

const refused: [name: string, payload: object][] = [
  ['another template', { template_type: 'generic' }],
  ['no text', { text: '' }],
  ['a text of 641 characters', { text: 'a'.repeat(641) }],
  ['no buttons', { buttons: [] }],
  ['four buttons', { buttons: [link, link, link, link] }],
  ['a button that is no link', { buttons: [{ type: 'postback', title: 'Yes', payload: 'yes' }] }],
  ['a link of another type', { buttons: [{ ...link, type: 'phone_number' }] }],
  ['a button without a title', { buttons: [{ ...link, title: '' }] }],
  ['a title of 21 characters', { buttons: [{ ...link, title: 'a'.repeat(21) }] }],
  ['a URL that opens no web page', { buttons: [{ ...link, url: 'javascript:alert(1)' }] }],
  ['text instead of a URL', { buttons: [{ ...link, url: 'shop' }] }],
  ['an unknown key', { sharable: true }],
];

for (const [name, payload] of refused) {
  test(`a template with ${name} is refused with code 100 and sends nothing`, async (t) => {
    const { sendTemplate, ledgerMessages } = await start(t);
    const { status, body } = await sendTemplate(payload);
    assert.deepEqual([status, body.error.code, body.error.error_subcode], [400, 100, undefined]);
    assert.equal((await ledgerMessages()).length, 1);
  });
}

test('an account that refuses templates still sends text', async (t) => {
  const { sandbox, send, follower, sendTemplate, ledgerMessages } = await start(t);
  const setFact = (refusesTemplates: boolean) =>
    sandbox.control('POST', 'accounts', { platform: 'instagram', accounts: [{ name: account, refusesTemplates }] });
  await setFact(true);
  const { error } = (await sendTemplate({})).body;
  assert.deepEqual([error.code, error.error_subcode], [100, undefined]);
  assert.equal((await send(follower, { text: 'Look: https://shop.example' })).status, 200);
  assert.equal((await ledgerMessages()).length, 2);
  await setFact(false);
  assert.equal((await sendTemplate({})).status, 200);
});
