import type { PlatformAdapter } from '../adapter.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { unpublish } from './unpublish.ts';

export const telegram: PlatformAdapter = {
  name: 'telegram',
  label: 'Telegram',
  hosts: { api: 'https://api.telegram.org', site: 'https://t.me' },
  settings: [
    {
      name: 'BOT_TOKEN',
      isSecret: true,
      about: 'The token of the bot that posts.',
      source: 'Write /newbot to @BotFather in Telegram; it answers with the token.',
      sandboxValue: '1234567890:sandbox-bot-token-herald-0000000000',
    },
  ],
  unverified: [
    'Photos up to 10 MB, width and height together at most 10,000 px.',
    'About one message a second in a chat, 20 a minute in a group.',
  ],
  // Files are uploaded: that also works where nobody can reach Herald, and allows twice the size.
  pullsMedia: false,
  connect,
  publish,
  unpublish,
};
