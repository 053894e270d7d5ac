import type { AccountCall, CredentialSetting } from '../adapter.ts';
import type { CallOf } from '../shared/define-adapter.ts';

export const hosts = {
  authorize: 'https://www.facebook.com',
  graph: 'https://graph.facebook.com',
  upload: 'https://rupload.facebook.com',
};

export const settings = [
  {
    name: 'CLIENT_ID',
    isSecret: false,
    about: 'The Facebook app ID.',
    source: 'Meta for Developers: your app, App settings, Basic.',
    sandboxValue: 'sandbox-facebook-app',
  },
  {
    name: 'CLIENT_SECRET',
    isSecret: true,
    about: 'The Facebook app secret.',
    source: 'Meta for Developers: next to the app ID.',
    sandboxValue: 'sandbox-facebook-secret',
  },
  {
    name: 'WEBHOOK_VERIFY_TOKEN',
    isSecret: true,
    isOptional: true,
    about: 'A text of your choice that proves to Herald that Facebook sets up the webhook.',
    source: 'Meta for Developers: your app, Webhooks, Verify token.',
    sandboxValue: 'sandbox-facebook-verify-token',
  },
] as const satisfies readonly CredentialSetting[];

export type FacebookCall = CallOf<typeof hosts, typeof settings>;
export type FacebookAccountCall = AccountCall<FacebookCall>;
