import type { Platform } from '../core/platform.ts';
import type { LedgerPost } from '../core/state/ledger.ts';

const below = (platform: Platform, ...segments: readonly string[]): string =>
  ['/sandbox/feed', platform.name, ...segments.map(encodeURIComponent)].join('/');

export const paths = {
  front: '/sandbox',
  feed: (platform: Platform): string => below(platform),
  feedOf: (platform: Platform, account: string): string => below(platform, 'accounts', account),
  post: (platform: Platform, { account, id }: Pick<LedgerPost, 'account' | 'id'>): string =>
    below(platform, 'posts', account, id),
  inspector: (platform: Platform): string => below(platform, 'requests'),
  inbox: (platform: Platform): string => below(platform, 'messages'),
  account: (platform: Platform, account: string): string => below(platform, 'messages', account),
  conversation: (platform: Platform, account: string, id: string): string => below(platform, 'messages', account, id),
};
