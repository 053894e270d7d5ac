import type { AccountCall, CredentialSetting } from '../adapter.ts';
import type { CallOf } from '../shared/define-adapter.ts';

export const hosts = { authorize: 'https://threads.net', graph: 'https://graph.threads.net' };

export const settings = [
  {
    name: 'CLIENT_ID',
    isSecret: false,
    about: 'The Threads app ID.',
    source: 'Meta for Developers: your app, the use case Access the Threads API, Settings.',
    sandboxValue: 'sandbox-threads-app',
  },
  {
    name: 'CLIENT_SECRET',
    isSecret: true,
    about: 'The Threads app secret.',
    source: 'Meta for Developers: next to the Threads app ID.',
    sandboxValue: 'sandbox-threads-secret',
  },
] as const satisfies readonly CredentialSetting[];

export type ThreadsCall = CallOf<typeof hosts, typeof settings>;
export type ThreadsAccountCall = AccountCall<ThreadsCall>;
