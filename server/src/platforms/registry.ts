import type { PlatformAdapter } from './adapter.ts';
import { bluesky } from './bluesky/index.ts';
import { facebook } from './facebook/index.ts';
import { instagram } from './instagram/index.ts';
import { linkedin } from './linkedin/index.ts';
import { pinterest } from './pinterest/index.ts';
import { telegram } from './telegram/index.ts';
import { threads } from './threads/index.ts';
import { tiktok } from './tiktok/index.ts';
import { x } from './x/index.ts';
import { youtube } from './youtube/index.ts';

export const adapters: readonly PlatformAdapter[] = [
  instagram,
  facebook,
  threads,
  tiktok,
  bluesky,
  linkedin,
  x,
  youtube,
  pinterest,
  telegram,
];
