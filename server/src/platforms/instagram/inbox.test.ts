import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { NewMessage } from '../adapter.ts';
import { fakeCall, jsonReply, lost, notSent, type Respond } from '../shared/test/fake-call.ts';
import { inbox } from './inbox.ts';
import { instagram } from './index.ts';

const account = {
  providerAccountId: '17841400000000001',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'IGAA', isRefreshable: true },
  state: {},
};
const id = 'aWdfdA+/=';
const fan = { id: '7001', username: 'fan' };
const fake = (respond: Respond) => fakeCall({ account, hosts: instagram.hosts, apiVersion: 'v26.0', respond });

const graphError = (code: number, subcode: number | undefined, status = 400): PlatformReply =>
  jsonReply(
    {
      error: {
        message: 'This message is sent outside of allowed window.',
        type: 'IGApiException',
        code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        fbtrace_id: 'AbCdEf',
      },
    },
    status,
  );

const person = { conversationId: id, personId: fan.id };
const commenter = { commentId: '17900' };
const buttons = [
  { title: 'Open “it”', url: 'https://shop.example/?a=1&b=2' },
  { title: 'More', url: 'https://shop.example/more' },
];

async function send(reply: PlatformReply, message: Partial<NewMessage> = {}) {
  const { call, sent } = fake(() => reply);
  const outcome = await inbox.send(call, { recipient: person, content: { text: 'Hello' }, ...message });
  assert.equal(sent.length, 1);
  return { outcome, request: sent[0] };
}

test('sends text or one attachment in one request', async () => {
  const reply = jsonReply({ recipient_id: fan.id, message_id: 'aWdfbQ==' });
  const { outcome, request } = await send(reply, { content: { text: 'Ä & b' } });
  assert.deepEqual(outcome, { kind: 'sent', id: 'aWdfbQ==' });
  assert.equal(request?.url, 'https://graph.instagram.com/v26.0/17841400000000001/messages');
  assert.equal(request.form.get('recipient'), '{"id":"7001"}');
  assert.equal(request.form.get('message'), '{"text":"Ä & b"}');
  const attachmentUrl = 'https://herald.example/a.pdf';
  const attached = await send(reply, { content: { attachmentUrl, type: 'file' } });
  const message = { attachment: { type: 'file', payload: { url: attachmentUrl } } };
  assert.deepEqual(JSON.parse(attached.request?.form.get('message') ?? ''), message);
});

test('sends a private reply to the comment in one request', async () => {
  const reply = jsonReply({ recipient_id: fan.id, message_id: 'aWdfbQ==' });
  const { outcome, request } = await send(reply, { recipient: commenter });
  assert.deepEqual(outcome, { kind: 'sent', id: 'aWdfbQ==' });
  assert.equal(request?.url, 'https://graph.instagram.com/v26.0/17841400000000001/messages');
  assert.equal(request.form.get('recipient'), '{"comment_id":"17900"}');
  assert.equal(request.form.get('message'), '{"text":"Hello"}');
});

test('sends link buttons as a template in one request, to a person and to a comment', async () => {
  const reply = jsonReply({ recipient_id: fan.id, message_id: 'aWdfbQ==' });
  for (const recipient of [person, commenter]) {
    const { outcome, request } = await send(reply, { recipient, content: { text: 'Ä & b', buttons } });
    assert.deepEqual(outcome, { kind: 'sent', id: 'aWdfbQ==' });
    assert.deepEqual(JSON.parse(request?.form.get('message') ?? ''), {
      attachment: {
        type: 'template',
        payload: {
          template_type: 'button',
          text: 'Ä & b',
          buttons: [
            { type: 'web_url', url: 'https://shop.example/?a=1&b=2', title: 'Open “it”' },
            { type: 'web_url', url: 'https://shop.example/more', title: 'More' },
          ],
        },
      },
    });
  }
  const { request } = await send(reply, { content: { text: 'Plain', buttons: [] } });
  assert.equal(request?.form.get('message'), '{"text":"Plain"}');
});

test('returns the error of Instagram when the 24-hour window is closed', async () => {
  for (const status of [400, 403]) {
    for (const message of [{}, { recipient: commenter }, { recipient: commenter, content: { text: 'Hi', buttons } }]) {
      const { outcome } = await send(graphError(10, 2534022, status), message);
      assert.deepEqual(outcome, {
        kind: 'limited',
        message: 'This message is sent outside of allowed window.',
        platformError: { code: 10, subcode: 2534022, type: 'IGApiException', traceId: 'AbCdEf' },
      });
    }
  }
});

const failures: [name: string, reply: PlatformReply, outcome: object][] = [
  ['100/2534014, no such user', graphError(100, 2534014), { kind: 'rejected', code: '100/2534014' }],
  ['100/2534001, the thread is archived or deleted', graphError(100, 2534001), { kind: 'rejected' }],
  ['613/2534040, too many messages', graphError(613, 2534040), { kind: 'rateLimited' }],
  [
    '10 without a subcode',
    graphError(10, undefined),
    { kind: 'scopeMissing', scopes: instagram.connect.scopes.messages },
  ],
  ['2/1545133, a temporary error', graphError(2, 1545133), { kind: 'unknown' }],
  ['10/2534022 with status 500', graphError(10, 2534022, 500), { kind: 'unknown' }],
  ['an error that no row knows', graphError(777, undefined), { kind: 'unknown', isRefusal: true }],
  ['a lost response', lost, { kind: 'unknown', reason: 'the connection broke' }],
  ['a request that was not sent', notSent, { kind: 'notDone' }],
  ['a response without an ID', jsonReply({ recipient_id: fan.id }), { kind: 'unknown' }],
  ['a response with an invalid ID', jsonReply({ message_id: '../me' }), { kind: 'unknown' }],
];

for (const [name, reply, expected] of failures) {
  test(`sends once and classifies ${name}`, async () => {
    assert.partialDeepStrictEqual((await send(reply)).outcome, expected);
  });
}

const privateReplyFailures: typeof failures = [
  ['100/2534025, the comment has one already', graphError(100, 2534025), { kind: 'rejected', code: '100/2534025' }],
  ['613/2534013, too many private replies', graphError(613, 2534013), { kind: 'rateLimited' }],
  ['100/2534013, too many private replies', graphError(100, 2534013), { kind: 'rateLimited' }],
  ['100/33, the comment does not exist', graphError(100, 33), { kind: 'rejected', code: '100/33' }],
  ['100/2534014, no such user', graphError(100, 2534014), { kind: 'rejected', code: '100/2534014' }],
  ['100/2534001, the thread is archived or deleted', graphError(100, 2534001), { kind: 'rejected' }],
  ['10/2534022 with status 500', graphError(10, 2534022, 500), { kind: 'unknown' }],
  ['100/2534025 with status 500', graphError(100, 2534025, 500), { kind: 'unknown' }],
  [
    '10 without a subcode',
    graphError(10, undefined),
    {
      kind: 'scopeMissing',
      scopes: ['instagram_business_manage_comments', 'instagram_business_manage_messages'],
    },
  ],
  ['a lost response', lost, { kind: 'unknown', reason: 'the connection broke' }],
  ['a request that was not sent', notSent, { kind: 'notDone' }],
];

for (const [name, reply, expected] of privateReplyFailures) {
  test(`sends a private reply once and classifies ${name}, with buttons too`, async () => {
    for (const content of [{ text: 'Hello' }, { text: 'Hello', buttons }]) {
      assert.partialDeepStrictEqual((await send(reply, { recipient: commenter, content })).outcome, expected);
    }
  });
}

test('reports refused buttons for code 100, unless the server failed or the message has no buttons', async () => {
  for (const subcode of [undefined, 99]) {
    const refused = graphError(100, subcode);
    for (const recipient of [person, commenter]) {
      const { outcome } = await send(refused, { recipient, content: { text: 'Hello', buttons } });
      assert.equal(outcome.kind, 'buttonsRefused');
      assert.match(outcome.reason, /outside of allowed window/);
      for (const content of [{ text: 'Hello' }, { text: 'Hello', buttons: [] }]) {
        assert.equal((await send(refused, { recipient, content })).outcome.kind, 'rejected');
      }
    }
    const failing = await send(graphError(100, subcode, 500), { content: { text: 'Hello', buttons } });
    assert.equal(failing.outcome.kind, 'unknown');
  }
  const other = await send(graphError(777, undefined), { content: { text: 'Hello', buttons } });
  assert.partialDeepStrictEqual(other.outcome, { kind: 'unknown', isRefusal: true });
});

const conversationOf = (...messages: object[]) => ({
  id,
  updated_time: '2026-03-02T09:00:00+0000',
  participants: { data: [{ id: account.providerAccountId, username: 'ada' }, fan] },
  messages: { data: messages.map((message) => ({ created_time: '2026-03-02T09:00:00+0000', ...message })) },
});

test('encodes the ID in the path and reads the profile of the other person only', async () => {
  const profile = { name: 'Fan', username: 'fan', profile_pic: 'https://cdn.example/fan.jpg', id: fan.id };
  const { call, sent } = fake(({ url }) => jsonReply(url.includes('7001') ? profile : conversationOf()));
  const result = await inbox.conversation(call, id);
  assert.ok(result.kind === 'conversation', JSON.stringify(result));
  const expected = { id: '7001', name: 'Fan', username: 'fan', pictureUrl: 'https://cdn.example/fan.jpg' };
  assert.deepEqual(result.conversation.participants, [expected]);
  assert.deepEqual(
    sent.map(({ url }) => new URL(url).pathname),
    ['/v26.0/aWdfdA%2B%2F%3D', '/v26.0/7001'],
  );
});

test('returns the conversation when Instagram refuses the profile', async () => {
  for (const refused of [graphError(230, undefined), graphError(9010, undefined), lost, jsonReply({ name: 7 })]) {
    const { call } = fake(({ url }) => (url.includes('7001') ? refused : jsonReply(conversationOf())));
    const result = await inbox.conversation(call, id);
    assert.ok(result.kind === 'conversation', JSON.stringify(result));
    assert.deepEqual(result.conversation.participants, [
      { id: '7001', name: undefined, username: 'fan', pictureUrl: undefined },
    ]);
  }
});

test('reports an archived or deleted thread as missing', async () => {
  const { call } = fake(() => graphError(10, 2534001));
  assert.equal((await inbox.conversation(call, id)).kind, 'missing');
});

test('reads every kind of message and skips what it cannot parse', async () => {
  const url = 'https://cdn.example/x';
  const attachments = [
    ...[{ id: '1', image_data: { url, preview_url: 'javascript:1' } }, { video_data: { url, preview_url: url } }],
    ...[{ file_url: url, mime_type: 'audio/mp4' }, { file_url: url }, { file_url: 'file:///etc/passwd' }, null, 7],
  ];
  const messages = [
    { id: 'm1', from: fan, message: '', attachments: { data: attachments } },
    { id: 'm2', from: fan, message: 'Wow', story: { reply_to: { id: '18', link: url } } },
    { id: 'm3', from: fan, message: '', story: { mention: { id: '19', link: url } } },
    { id: 'm4', from: { id: '99', username: 'ada' }, message: 'Thanks' },
    { id: 'm5', from: fan, is_unsupported: true, message: '' },
    { id: 'm6' },
    { id: '../me', from: fan, message: 'skipped' },
    { id: 'm7', from: fan, message: 'skipped', created_time: 'yesterday' },
  ];
  const { call, sent } = fake(() => jsonReply({ data: [conversationOf(...messages), { id: 'skipped' }] }));
  const page = await inbox.conversations(call, { cursor: undefined, limit: 10 });
  assert.ok(page.kind === 'conversations', JSON.stringify(page));
  assert.deepEqual([sent.length, page.conversations.length, page.cursor], [1, 1, undefined]);
  const [first, reply, mention, own, unsupported, old, ...others] = page.conversations[0]?.messages ?? [];
  assert.deepEqual(others, []);
  assert.equal(first?.text, undefined);
  assert.deepEqual(first?.attachments, [
    { id: '1', type: 'image', url },
    { type: 'video', url, previewUrl: url },
    { type: 'audio', url },
    { type: 'file', url },
  ]);
  assert.deepEqual([reply?.storyReply, reply?.isStoryMention], [{ id: '18', url }, false]);
  assert.deepEqual([mention?.storyReply, mention?.isStoryMention], [undefined, true]);
  assert.deepEqual([own?.isOutgoing, own?.isKnown], [true, true]);
  assert.deepEqual([unsupported?.isKnown, unsupported?.senderId], [false, '7001']);
  assert.deepEqual([old?.isKnown, old?.senderId, old?.isOutgoing], [false, undefined, false]);
});
