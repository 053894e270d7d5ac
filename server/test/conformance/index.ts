import { blueskyCase } from './bluesky.ts';
import { facebookCase } from './facebook.ts';
import { instagramCase } from './instagram.ts';
import { linkedinCase } from './linkedin.ts';
import { parrotCase } from './parrot.ts';
import type { PlatformCase } from './platform-case.ts';
import { telegramCase } from './telegram.ts';

/** One description for each network, the example among them. */
export const cases: readonly PlatformCase[] = [
  instagramCase,
  facebookCase,
  blueskyCase,
  linkedinCase,
  telegramCase,
  parrotCase,
];
