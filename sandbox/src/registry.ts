import type { Network } from './core/network.ts';
import { bluesky } from './platforms/bluesky/index.ts';
import { facebook } from './platforms/facebook/index.ts';
import { instagram } from './platforms/instagram/index.ts';
import { linkedin } from './platforms/linkedin/index.ts';
import { telegram } from './platforms/telegram/index.ts';
import { youtube } from './platforms/youtube/index.ts';
import { x } from './platforms/x/index.ts';

/** Every network of the sandbox. */
export const networks: readonly Network[] = [bluesky, facebook, instagram, linkedin, telegram, x, youtube];
