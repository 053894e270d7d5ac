import type { Suite } from '../../harness/case.ts';
import { refreshOnce } from './refresh-once.ts';
import { loseRotatedToken } from './lose-rotated-token.ts';
import { useConnectStateOnce } from './use-connect-state-once.ts';
import { refuseRedirectUrls } from './refuse-redirect-urls.ts';
import { requireChatAdmin } from './require-chat-admin.ts';
import { refuseTamperedTokens } from './refuse-tampered-tokens.ts';
import { rotateKeysWhilePublishing } from './rotate-keys-while-publishing.ts';

export const tokensSuite: Suite = {
  name: 'tokens',
  about: 'Accounts are connected by their owners only, and tokens are refreshed once and stay encrypted.',
  quickSeconds: 45,
  cases: [
    refreshOnce,
    loseRotatedToken,
    useConnectStateOnce,
    refuseRedirectUrls,
    requireChatAdmin,
    refuseTamperedTokens,
    rotateKeysWhilePublishing,
  ],
};
