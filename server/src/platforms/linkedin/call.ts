import type { AccountCall, CredentialSetting } from '../adapter.ts';
import type { CallOf } from '../shared/define-adapter.ts';

export const hosts = { authorize: 'https://www.linkedin.com', api: 'https://api.linkedin.com' };

export const settings = [
  {
    name: 'CLIENT_ID',
    isSecret: false,
    about: 'The client ID of the app.',
    source: 'LinkedIn Developers: your app, Auth; the products Share on LinkedIn and Sign In must be added.',
    sandboxValue: 'sandbox-linkedin-app',
  },
  {
    name: 'CLIENT_SECRET',
    isSecret: true,
    about: 'The client secret of the app.',
    source: 'LinkedIn Developers: next to the client ID.',
    sandboxValue: 'sandbox-linkedin-secret',
  },
] as const satisfies readonly CredentialSetting[];

export type LinkedinCall = CallOf<typeof hosts, typeof settings>;
export type LinkedinAccountCall = AccountCall<LinkedinCall>;
