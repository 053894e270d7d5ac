import type { AccountCall, CredentialSetting } from '../adapter.ts';
import type { CallOf } from '../shared/define-adapter.ts';

export const hosts = { authorize: 'https://www.tiktok.com', api: 'https://open.tiktokapis.com' };

export const settings = [
  {
    name: 'CLIENT_KEY',
    isSecret: false,
    about: 'The client key of the app.',
    source: 'TikTok for Developers: your app, App details; add Login Kit and the Content Posting API to it.',
    sandboxValue: 'sandbox-tiktok-key',
  },
  {
    name: 'CLIENT_SECRET',
    isSecret: true,
    about: 'The client secret of the app.',
    source: 'TikTok for Developers: next to the client key.',
    sandboxValue: 'sandbox-tiktok-secret',
  },
] as const satisfies readonly CredentialSetting[];

export type TiktokCall = CallOf<typeof hosts, typeof settings>;
export type TiktokAccountCall = AccountCall<TiktokCall>;
