import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import { testErrorTable } from '../../../test/error-table.ts';
import { jsonReply, textReply, fakeCall, fakeMedia, fakePost, lost, notSent } from '../shared/test/fake-call.ts';
import { telegram } from './index.ts';

const account = { providerAccountId: '-1001', username: 'news', grantedScopes: [], tokens: null, state: {} };
const fake = (reply: PlatformReply) => fakeCall({ account, hosts: telegram.hosts, respond: () => reply });
const requests = { send: (reply: PlatformReply) => telegram.publish.send(fake(reply).call, fakePost(), { v: 1 }) };

const botError = (error_code: number, description: string, parameters?: object) =>
  jsonReply({ ok: false, error_code, description, ...(parameters === undefined ? {} : { parameters }) }, error_code);

testErrorTable(requests, {
  operator: [
    { name: '401, the bot token is wrong', reply: botError(401, 'Unauthorized'), outcome: { kind: 'appProblem' } },
    { name: '404, there is no such bot', reply: botError(404, 'Not Found'), outcome: { kind: 'appProblem' } },
  ],
  account: [
    {
      name: '403, the bot was removed',
      reply: botError(403, 'Forbidden: bot was kicked from the channel chat'),
      outcome: { kind: 'disconnected', cause: 'authorizationRemoved' },
    },
    {
      name: '400, the chat is gone',
      reply: botError(400, 'Bad Request: chat not found'),
      outcome: { kind: 'disconnected' },
    },
    {
      name: '400 PEER_ID_INVALID',
      reply: botError(400, 'Bad Request: PEER_ID_INVALID'),
      outcome: { kind: 'disconnected' },
    },
    {
      name: '400, the bot lost its rights',
      reply: botError(400, 'Bad Request: need administrator rights in the channel chat'),
      outcome: { kind: 'scopeMissing', scopes: ['can_post_messages'] },
    },
  ],
  post: [
    {
      name: '400, the text is too long',
      reply: botError(400, 'Bad Request: message is too long'),
      outcome: { kind: 'rejected', message: 'message is too long' },
    },
    {
      name: '413, the file is too large',
      reply: botError(413, 'Request Entity Too Large'),
      outcome: { kind: 'rejected' },
    },
  ],
  wait: [
    {
      name: '429 with retry_after',
      reply: botError(429, 'Too Many Requests: retry after 17', { retry_after: 17 }),
      outcome: { retryAfterMs: 17_000 },
    },
  ],
  retry: [
    {
      name: '400, the group became a supergroup',
      reply: botError(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: -1002,
      }),
      outcome: { kind: 'notDone', movedTo: '-1002' },
    },
    { name: 'no connection to Telegram', reply: notSent, outcome: { kind: 'notDone' } },
  ],
  doubt: [
    {
      name: 'a code that no row knows',
      reply: botError(409, 'Conflict: something new'),
      outcome: { kind: 'unknown', isRefusal: true },
    },
    {
      name: '500',
      reply: botError(500, 'Internal Server Error'),
      outcome: { kind: 'unknown', reason: '500 Internal Server Error' },
    },
    { name: 'a lost connection', reply: lost, outcome: { kind: 'unknown' } },
    { name: 'an unreadable 502', reply: textReply('<html>', 502), outcome: { kind: 'unknown' } },
  ],
});

test('names every file with its actual extension', async () => {
  const media = [
    fakeMedia(),
    fakeMedia({ contentType: 'image/png' }),
    fakeMedia({ type: 'video' }),
    fakeMedia({ type: 'video', contentType: 'video/quicktime' }),
  ];
  const album = fake(lost);
  await telegram.publish.send(album.call, fakePost({ media }), { v: 1 });
  const single = fake(lost);
  const gif = fakeMedia({ type: 'gif', contentType: 'image/gif' });
  await telegram.publish.send(single.call, fakePost({ media: [gif] }), { v: 1 });
  const names = [album, single].flatMap(({ sent }) =>
    [...(sent[0]?.text ?? '').matchAll(/filename="([^"]+)"/g)].map(([, name]) => name),
  );
  assert.deepEqual(names, ['photo0.jpg', 'photo1.png', 'video2.mp4', 'video3.mov', 'animation0.gif']);
});
