import type { AccountCall, CredentialSetting } from '../../../src/platforms/adapter.ts';
import type { CallOf } from '../../../src/platforms/shared/define-adapter.ts';

export const hosts = { site: 'https://parrot.example', api: 'https://api.parrot.example' };

export const settings = [
  {
    name: 'CLIENT_ID',
    isSecret: false,
    about: 'The id of your app.',
    source: 'Any tree.',
    sandboxValue: 'parrot-app',
  },
  { name: 'CLIENT_SECRET', isSecret: true, about: 'Its secret.', source: 'Any tree.', sandboxValue: 'parrot-secret' },
] as const satisfies readonly CredentialSetting[];

export type ParrotCall = CallOf<typeof hosts, typeof settings>;
export type ParrotAccountCall = AccountCall<ParrotCall>;
