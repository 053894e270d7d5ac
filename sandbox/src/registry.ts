import type { Network } from './core/network.ts';
import { bluesky } from './platforms/bluesky/index.ts';
import { instagram } from './platforms/instagram/index.ts';
import { telegram } from './platforms/telegram/index.ts';

/** Every network of the sandbox. */
export const networks: readonly Network[] = [bluesky, instagram, telegram];
