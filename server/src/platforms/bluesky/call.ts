import type { AccountCall, CredentialSetting } from '../adapter.ts';
import type { CallOf } from '../shared/define-adapter.ts';

export const hosts = { service: 'https://bsky.social', video: 'https://video.bsky.app' };

export const settings = [] as const satisfies readonly CredentialSetting[];

export type BlueskyCall = CallOf<typeof hosts, typeof settings>;
export type BlueskyAccountCall = AccountCall<BlueskyCall>;
