import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { startHerald, stopHerald, temporaryFolder } from './herald.ts';
import { photograph } from './photograph.ts';

// The user has a browser and the printed key, but no terminal.

const folder = temporaryFolder();
const herald = await startHerald({ dataDir: folder });
const key = herald.key ?? '';
const browser: Browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
after(async () => {
  await browser.close();
  await stopHerald(herald);
  rmSync(folder, { recursive: true, force: true });
});

test('from the welcome page to a first post on a page of the sandbox', async () => {
  const startedMs = performance.now();
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(herald.baseUrl);
  await page.getByText('Ready', { exact: true }).waitFor();
  await photograph(page, 'welcome');
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Use this key' }).click();
  await page.getByText('The key works.').waitFor();
  await page.getByRole('button', { name: 'Bluesky' }).waitFor();
  await page.getByRole('button', { name: 'X', exact: true }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('X is connected. Now publish something.').waitFor();
  await page.getByLabel('Text').fill("It's alive");
  await page.getByRole('button', { name: 'Copy the command' }).click();
  const command = await page.evaluate('navigator.clipboard.readText()');
  assert.match(String(command), new RegExp(`^curl ${herald.baseUrl}/v1/posts [^]*Bearer ${key}'[^]*It'\\\\''s alive`));
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('X: published').waitFor();
  await photograph(page, 'welcome-published');
  await page.getByRole('link', { name: 'See it in the sandbox' }).click();
  const post = page.getByRole('article').filter({ hasText: "It's alive" });
  await post.waitFor();
  await photograph(page, 'first-post');
  await post.getByRole('link', { name: 'Find it in Herald' }).click();
  await page.getByText('X: published').waitFor();
  await page.getByText("It's alive").first().waitFor();
  await page.goto(`${herald.baseUrl}/sandbox/feed/x/requests`);
  await page.getByText('POST createTweet').click();
  await page.getByRole('heading', { name: 'Response' }).first().waitFor();
  await photograph(page, 'inspector');
  assert.deepEqual(faults, []);
  const seconds = (performance.now() - startedMs) / 1000;
  if (seconds > 60) console.warn(`the walk took ${seconds.toFixed(0)} s`);
  await context.close();
});

test('a wrong key is explained, and nothing else can be used', async () => {
  const page = await browser.newPage();
  await page.goto(herald.baseUrl);
  await page.getByLabel('API key').fill('hrd_live_wrong');
  await page.getByRole('button', { name: 'Use this key' }).click();
  await page.getByText('Herald does not know this key.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Publish now' }).isDisabled());
  await page.close();
});

test('an address without a page leads back to the welcome page', async () => {
  const page = await browser.newPage();
  const response = await page.goto(`${herald.baseUrl}/nowhere`);
  assert.equal(response?.status(), 404);
  await photograph(page, 'not-found');
  await page.getByRole('link', { name: 'Welcome page' }).click();
  await page.getByRole('heading', { name: 'Herald is running' }).waitFor();
  await page.close();
});
