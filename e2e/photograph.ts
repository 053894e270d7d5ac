import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { checkout } from './herald.ts';

const pictures = join(checkout, 'reports', 'pages');

const views = {
  light: { colorScheme: 'light', width: 1280 },
  dark: { colorScheme: 'dark', width: 1280 },
  phone: { colorScheme: 'light', width: 390 },
} as const;

export async function photograph(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  for (const [view, { colorScheme, width }] of Object.entries(views)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: join(pictures, `${name}-${view}.png`), fullPage: true });
  }
}
