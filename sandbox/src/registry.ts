import type { Platform } from './core/platform.ts';
import { bluesky } from './platforms/bluesky/index.ts';
import { facebook } from './platforms/facebook/index.ts';
import { instagram } from './platforms/instagram/index.ts';
import { linkedin } from './platforms/linkedin/index.ts';
import { pinterest } from './platforms/pinterest/index.ts';
import { telegram } from './platforms/telegram/index.ts';
import { threads } from './platforms/threads/index.ts';
import { tiktok } from './platforms/tiktok/index.ts';
import { x } from './platforms/x/index.ts';
import { youtube } from './platforms/youtube/index.ts';

export const platforms: readonly Platform[] = [
  bluesky,
  facebook,
  instagram,
  linkedin,
  pinterest,
  telegram,
  threads,
  tiktok,
  x,
  youtube,
];
