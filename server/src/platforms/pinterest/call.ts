import type { AccountCall, CredentialSetting } from '../adapter.ts';
import type { CallOf } from '../shared/define-adapter.ts';

export const hosts = { authorize: 'https://www.pinterest.com', api: 'https://api.pinterest.com' };

export const settings = [
  {
    name: 'CLIENT_ID',
    isSecret: false,
    about: 'The app ID.',
    source: 'Pinterest for Developers: My apps, your app.',
    sandboxValue: 'sandbox-pinterest-app',
  },
  {
    name: 'CLIENT_SECRET',
    isSecret: true,
    about: 'The app secret key.',
    source: 'Pinterest for Developers: next to the app ID.',
    sandboxValue: 'sandbox-pinterest-secret',
  },
] as const satisfies readonly CredentialSetting[];

export type PinterestCall = CallOf<typeof hosts, typeof settings>;
export type PinterestAccountCall = AccountCall<PinterestCall>;
