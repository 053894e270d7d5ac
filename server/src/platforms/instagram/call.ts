import type { AccountCall, CredentialSetting } from '../adapter.ts';
import type { CallOf } from '../shared/define-adapter.ts';

export const hosts = {
  authorize: 'https://www.instagram.com',
  api: 'https://api.instagram.com',
  graph: 'https://graph.instagram.com',
};

export const settings = [
  {
    name: 'CLIENT_ID',
    isSecret: false,
    about: 'The Instagram app ID.',
    source: 'Meta for Developers: your app, Instagram, API setup with Instagram login.',
    sandboxValue: 'sandbox-instagram-app',
  },
  {
    name: 'CLIENT_SECRET',
    isSecret: true,
    about: 'The Instagram app secret.',
    source: 'Meta for Developers: next to the app ID.',
    sandboxValue: 'sandbox-instagram-secret',
  },
  {
    name: 'WEBHOOK_VERIFY_TOKEN',
    isSecret: true,
    isOptional: true,
    about: 'A text of your choice that proves to Herald that Instagram sets up the webhook.',
    source: 'Meta for Developers: your app, Webhooks, Verify token.',
    sandboxValue: 'sandbox-instagram-verify-token',
  },
] as const satisfies readonly CredentialSetting[];

export type InstagramCall = CallOf<typeof hosts, typeof settings>;
export type InstagramAccountCall = AccountCall<InstagramCall>;
