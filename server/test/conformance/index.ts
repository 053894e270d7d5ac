import { blueskyCase } from './bluesky.ts';
import { instagramCase } from './instagram.ts';
import { parrotCase } from './parrot.ts';
import type { PlatformCase } from './platform-case.ts';
import { telegramCase } from './telegram.ts';

/** One description for each network, the example among them. */
export const cases: readonly PlatformCase[] = [instagramCase, blueskyCase, telegramCase, parrotCase];
