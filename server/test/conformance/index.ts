import { blueskyCase } from './bluesky.ts';
import { facebookCase } from './facebook.ts';
import { instagramCase } from './instagram.ts';
import { linkedinCase } from './linkedin.ts';
import { parrotCase } from './parrot.ts';
import { pinterestCase } from './pinterest.ts';
import type { PlatformCase } from './platform-case.ts';
import { telegramCase } from './telegram.ts';
import { threadsCase } from './threads.ts';
import { tiktokCase } from './tiktok.ts';
import { xCase } from './x.ts';
import { youtubeCase } from './youtube.ts';

export const cases: readonly PlatformCase[] = [
  instagramCase,
  facebookCase,
  threadsCase,
  blueskyCase,
  tiktokCase,
  linkedinCase,
  xCase,
  youtubeCase,
  pinterestCase,
  telegramCase,
  parrotCase,
];
