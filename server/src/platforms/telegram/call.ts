import type { AccountCall, CredentialSetting } from '../adapter.ts';
import type { CallOf } from '../shared/define-adapter.ts';

export const hosts = { api: 'https://api.telegram.org', site: 'https://t.me' };

export const settings = [
  {
    name: 'BOT_TOKEN',
    isSecret: true,
    about: 'The token of the bot that posts.',
    source: 'Send /newbot to @BotFather in Telegram; it replies with the token.',
    sandboxValue: '1234567890:sandbox-bot-token-herald-0000000000',
  },
] as const satisfies readonly CredentialSetting[];

export type TelegramCall = CallOf<typeof hosts, typeof settings>;
export type TelegramAccountCall = AccountCall<TelegramCall>;
