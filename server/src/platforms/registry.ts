import type { PlatformAdapter } from './adapter.ts';
import { bluesky } from './bluesky/index.ts';
import { facebook } from './facebook/index.ts';
import { instagram } from './instagram/index.ts';
import { linkedin } from './linkedin/index.ts';
import { telegram } from './telegram/index.ts';

/** THE list of networks. */
export const adapters: readonly PlatformAdapter[] = [instagram, facebook, bluesky, linkedin, telegram];
