import type { AccountCall, CredentialSetting } from '../adapter.ts';
import type { CallOf } from '../shared/define-adapter.ts';

export const hosts = {
  authorize: 'https://accounts.google.com',
  token: 'https://oauth2.googleapis.com',
  api: 'https://www.googleapis.com',
};

export const settings = [
  {
    name: 'CLIENT_ID',
    isSecret: false,
    about: 'The OAuth client ID.',
    source: 'Google Cloud console: APIs and services, Credentials, an OAuth client of type web application.',
    sandboxValue: 'sandbox-youtube-client.apps.googleusercontent.com',
  },
  {
    name: 'CLIENT_SECRET',
    isSecret: true,
    about: 'The OAuth client secret.',
    source: 'Google Cloud console: next to the client ID.',
    sandboxValue: 'sandbox-youtube-secret',
  },
] as const satisfies readonly CredentialSetting[];

export type YoutubeCall = CallOf<typeof hosts, typeof settings>;
export type YoutubeAccountCall = AccountCall<YoutubeCall>;
