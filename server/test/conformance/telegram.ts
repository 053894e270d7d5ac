import { telegram } from '../../src/platforms/telegram/index.ts';
import type { PlatformCase } from './platform-case.ts';

export const telegramCase: PlatformCase = {
  adapter: telegram,
  connect: {
    operations: ['getMe', 'getChat', 'getChatMember'],
    withheld: { scope: 'can_post_messages', facts: { canPostMessages: false } },
    wrong: { 'a chat that nobody has': '-1009999999999' },
  },
  posts: [
    {
      name: 'text',
      post: ({ text }) => text('Hello, channel'),
      sent: [{ operation: 'sendMessage', body: { text: 'Hello, channel' } }],
    },
    {
      name: 'text with settings',
      post: ({ text }) =>
        text('<b>Loud</b> news', {
          parseMode: 'html',
          disableNotification: true,
          disableLinkPreview: true,
          protectContent: true,
        }),
      text: 'Loud news',
      sent: [
        {
          operation: 'sendMessage',
          body: {
            parse_mode: 'HTML',
            disable_notification: true,
            protect_content: true,
            link_preview_options: { is_disabled: true },
          },
        },
      ],
    },
    { name: 'photo', post: (files) => files.with([files.jpeg('photo')], 'A photo') },
    {
      name: 'photo with settings',
      post: (files) =>
        files.with([files.png('photo')], '*Bold*', { parseMode: 'markdownv2', disableNotification: true }),
      text: 'Bold',
      sent: [{ operation: 'sendPhoto', body: { parse_mode: 'MarkdownV2', disable_notification: 'true' } }],
    },
    { name: 'photo without words', post: (files) => files.with([files.jpeg('silent')], '') },
    { name: 'video', post: (files) => files.with([files.mp4('video')], 'A video') },
    { name: 'animation', post: (files) => files.with([files.gif('animation')], 'It moves') },
    {
      name: 'album',
      post: (files) => files.with([files.jpeg('one'), files.mp4('two'), files.png('three')], 'Three at once'),
    },
  ],
  prepare: [],
  send: [
    { operation: 'sendMessage', post: 'text' },
    { operation: 'sendPhoto', post: 'photo' },
    { operation: 'sendVideo', post: 'video' },
    { operation: 'sendAnimation', post: 'animation' },
    { operation: 'sendMediaGroup', post: 'album' },
  ],
  settle: { result: 'inconclusive', lookUps: [] },
  tokens: { tokenExpired: 'appProblem', tokenRevoked: 'appProblem' },
  scopeMissing: ['can_post_messages'],
  unpublish: [
    { operation: 'deleteMessage', post: 'text' },
    { operation: 'deleteMessages', post: 'album' },
  ],
  followers: { operation: 'getChatMemberCount' },
  variants: [
    { name: 'a private channel', facts: { isPublic: false } },
    { name: 'a supergroup', facts: { type: 'supergroup' } },
  ],
  moves: { from: { type: 'group' }, to: { type: 'supergroup' }, moved: 'migratedTo' },
  repair: [{ name: 'herald_sandbox_bot', isTokenRevoked: false }],
};
