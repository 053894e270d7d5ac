import assert from 'node:assert/strict';
import { test } from 'node:test';
import { botToken, startSandbox } from '../../../test/harness.ts';

const chat_id = '@herald_news';
const photo = 'attach://none';

const wrong: [method: string, parameters: unknown, code: number, description: string, extra?: object][] = [
  ['sendMessage', { text: 'x' }, 400, 'Bad Request: chat_id is empty'],
  ['sendMessage', { chat_id: '', text: 'x' }, 400, 'Bad Request: chat_id is empty'],
  ['sendMessage', { chat_id: '@nobody_here', text: 'x' }, 400, 'Bad Request: chat not found'],
  ['sendMessage', { chat_id: '@herald-private', text: 'x' }, 400, 'Bad Request: chat not found'],
  ['sendMessage', { chat_id: -1009999999999, text: 'x' }, 400, 'Bad Request: chat not found'],
  ['sendMessage', { chat_id }, 400, 'Bad Request: message text is empty'],
  ['sendMessage', { chat_id, text: ' \n ' }, 400, 'Bad Request: message text is empty'],
  ['sendMessage', { chat_id, text: 5 }, 400, 'Bad Request: parameter "text" has a wrong type'],
  ['sendMessage', { chat_id, text: 'x'.repeat(4097) }, 400, 'Bad Request: message is too long'],
  [
    'sendMessage',
    { chat_id, text: 'x', disable_web_page_preview: true },
    400,
    'Bad Request: unknown parameter "disable_web_page_preview"',
  ],
  [
    'sendMessage',
    { chat_id, text: 'x', link_preview_options: { off: true } },
    400,
    'Bad Request: unknown parameter "link_preview_options.off"',
  ],
  ['sendMessage', { chat_id, text: 'x', parse_mode: 'BBCode' }, 400, 'Bad Request: unsupported parse_mode'],
  [
    'sendMessage',
    { chat_id, text: '<h1>x</h1>', parse_mode: 'HTML' },
    400,
    'Bad Request: can\'t parse entities: Unsupported start tag "h1" at byte offset 0',
  ],
  [
    'sendMessage',
    { chat_id, text: 'x.', parse_mode: 'MarkdownV2' },
    400,
    "Bad Request: can't parse entities: Character '.' is reserved and must be escaped with the preceding '\\'",
  ],
  [
    'sendMessage',
    { chat_id, text: 'é *x', parse_mode: 'Markdown' },
    400,
    "Bad Request: can't parse entities: Can't find end of the entity starting at byte offset 3",
  ],
  [
    'sendMessage',
    { chat_id, text: 'x', entities: [{ type: 'bold', offset: 0, length: 2 }] },
    400,
    "Bad Request: can't parse entities: entity at 0 reaches beyond the text",
  ],
  [
    'sendMessage',
    { chat_id, text: 'x', reply_parameters: { message_id: 77 } },
    400,
    'Bad Request: message to be replied not found',
  ],
  [
    'sendMessage',
    { chat_id: -4000000004, text: 'x' },
    400,
    'Bad Request: group chat was upgraded to a supergroup chat',
    { migrate_to_chat_id: -1001000000003 },
  ],
  ['sendMessage', { chat_id: '@kicked_out', text: 'x' }, 403, 'Forbidden: bot was kicked from the channel chat'],
  ['sendMessage', { chat_id: '@stranger', text: 'x' }, 403, 'Forbidden: bot is not a member of the channel chat'],
  ['sendMessage', { chat_id: '@reader', text: 'x' }, 403, 'Forbidden: need administrator rights in the channel chat'],
  ['sendMessage', { chat_id: '@silenced', text: 'x' }, 403, 'Forbidden: need administrator rights in the channel chat'],
  ['sendPhoto', { chat_id }, 400, 'Bad Request: there is no photo in the request'],
  ['sendPhoto', { chat_id, photo }, 400, 'Bad Request: file "none" is not attached'],
  ['sendPhoto', { chat_id, photo: 'nonsense' }, 400, 'Bad Request: wrong file identifier/HTTP URL specified'],
  ['sendPhoto', { chat_id, photo, caption: 'x'.repeat(1025) }, 400, 'Bad Request: message caption is too long'],
  [
    'sendVideo',
    { chat_id, video: 'https://elsewhere.example/a.mp4' },
    400,
    'Bad Request: failed to get HTTP URL content',
  ],
  [
    'sendVideo',
    { chat_id, video: photo, thumbnail: 'https://elsewhere.example/a.jpg' },
    400,
    "Bad Request: thumbnail can't be reused and can be only uploaded as a new file",
  ],
  [
    'sendAnimation',
    { chat_id, animation: 'nonsense', supports_streaming: true },
    400,
    'Bad Request: unknown parameter "supports_streaming"',
  ],
  [
    'sendMediaGroup',
    { chat_id, media: [{ type: 'photo', media: photo }] },
    400,
    'Bad Request: wrong number of items in the album: 2-10 are needed',
  ],
  [
    'sendMediaGroup',
    {
      chat_id,
      media: [
        { type: 'audio', media: photo },
        { type: 'photo', media: photo },
      ],
    },
    400,
    "Bad Request: can't parse InputMedia: type must be photo or video",
  ],
  [
    'sendMediaGroup',
    { chat_id, media: [{ type: 'photo', media: photo, width: 5 }, {}] },
    400,
    'Bad Request: unknown parameter "media.width"',
  ],
  ['deleteMessage', { chat_id, message_id: 77 }, 400, 'Bad Request: message to delete not found'],
  ['deleteMessage', { chat_id, message_id: '2' }, 400, 'Bad Request: parameter "message_id" has a wrong type'],
  ['deleteMessages', { chat_id, message_ids: [] }, 400, 'Bad Request: message identifiers are not specified'],
  [
    'deleteMessages',
    { chat_id, message_ids: Array.from({ length: 101 }, (_, id) => id) },
    400,
    'Bad Request: too many message identifiers specified',
  ],
  ['getChat', { chat_id: '@kicked_out' }, 403, 'Forbidden: bot was kicked from the channel chat'],
  ['getChatMember', { chat_id, user_id: 5 }, 400, 'Bad Request: user not found'],
  ['getChatMember', { chat_id }, 400, 'Bad Request: invalid user_id specified'],
  ['getChatMemberCount', { chat_id: '@stranger' }, 403, 'Forbidden: bot is not a member of the channel chat'],
  ['getMe', { verbose: true }, 400, 'Bad Request: unknown parameter "verbose"'],
  ['getUpdates', { limit: 101 }, 400, 'Bad Request: limit must be between 1 and 100'],
  ['getUpdates', { allowed_updates: [1] }, 400, "Bad Request: can't parse allowed updates"],
  ['sendDocument', { chat_id, document: 'x' }, 404, 'Not Found: method not found'],
];

test("rejects invalid requests with the platform's own errors and creates no post", async (t) => {
  const sandbox = await startSandbox(t);
  const accounts = [
    { name: 'kicked_out', botStatus: 'kicked' },
    { name: 'stranger', botStatus: 'left' },
    { name: 'reader', botStatus: 'member' },
    { name: 'silenced', canPostMessages: false },
  ];
  assert.equal((await sandbox.control('POST', 'accounts', { platform: 'telegram', accounts })).status, 200);
  for (const [method, parameters, code, description, extra] of wrong) {
    const response = await sandbox.bot(method, parameters);
    const body = { ok: false, error_code: code, description, ...(extra && { parameters: extra }) };
    assert.deepEqual(
      [response.status, response.body],
      [code, body],
      `${method} ${JSON.stringify(parameters).slice(0, 200)}`,
    );
  }
  assert.deepEqual(await sandbox.posts(), []);
});

test('rejects invalid tokens, hosts, paths, methods and bodies', async (t) => {
  const sandbox = await startSandbox(t);
  const json = { 'content-type': 'application/json' };
  const other = botToken.replace('herald', 'xerald');
  const cases: [string, RequestInit, number, string][] = [
    [`/bot${other}/getMe`, {}, 401, 'Unauthorized'],
    ['/bot123/getMe', {}, 404, 'Not Found'],
    ['/', {}, 404, 'Not Found'],
    [`/bot${botToken}/sendMessage?chat_id=1&text=x`, { method: 'GET' }, 404, 'Not Found: method not found'],
    [`/bot${botToken}/getMe`, { method: 'DELETE' }, 404, 'Not Found: method not found'],
    [
      `/bot${botToken}/sendMessage`,
      { method: 'POST', headers: json, body: '{"chat' },
      400,
      "Bad Request: can't parse the request body",
    ],
  ];
  const stray = new FormData();
  stray.set('chat_id', chat_id);
  stray.set('text', 'x');
  stray.set('stray', new Blob(['x']), 'x.bin');
  const send = `/bot${botToken}/sendMessage`;
  cases.push([send, { method: 'POST', body: stray }, 400, 'Bad Request: unknown parameter "stray"']);
  for (const body of ['[]', '"x"', '5']) {
    cases.push([send, { method: 'POST', headers: json, body }, 400, "Bad Request: can't parse the request body"]);
  }
  for (const [path, init, code, description] of cases) {
    const response = await sandbox.request(`/telegram/api.telegram.org${path}`, init);
    assert.deepEqual([response.status, response.body], [code, { ok: false, error_code: code, description }], path);
  }
  const host = await sandbox.request(`/telegram/api.example.org/bot${botToken}/getMe`);
  assert.equal(host.body.error_code, 404);
});
