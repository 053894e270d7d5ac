import type { PlatformAdapter } from './adapter.ts';
import { bluesky } from './bluesky/index.ts';
import { instagram } from './instagram/index.ts';
import { telegram } from './telegram/index.ts';

/** THE list of networks. */
export const adapters: readonly PlatformAdapter[] = [instagram, bluesky, telegram];
