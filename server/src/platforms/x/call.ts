import type { AccountCall, CredentialSetting } from '../adapter.ts';
import type { CallOf } from '../shared/define-adapter.ts';

export const hosts = { authorize: 'https://x.com', api: 'https://api.x.com' };

export const settings = [
  {
    name: 'CLIENT_ID',
    isSecret: false,
    about: 'The OAuth 2.0 client ID.',
    source: 'X developer portal: your app, Keys and tokens, OAuth 2.0; the app must be a confidential client.',
    sandboxValue: 'sandbox-x-client',
  },
  {
    name: 'CLIENT_SECRET',
    isSecret: true,
    about: 'The OAuth 2.0 client secret.',
    source: 'X developer portal: next to the client ID.',
    sandboxValue: 'sandbox-x-secret',
  },
] as const satisfies readonly CredentialSetting[];

export type XCall = CallOf<typeof hosts, typeof settings>;
export type XAccountCall = AccountCall<XCall>;
