import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { chromium } from 'playwright-core';
import { startHerald, stopHerald, temporaryFolder, waitFor } from './herald.ts';
import { photograph } from './photograph.ts';

const dataDir = temporaryFolder();
const browserDir = temporaryFolder();
const herald = await startHerald({ dataDir });
const browser = await chromium.launchPersistentContext(browserDir, {
  executablePath: '/usr/bin/chromium',
  headless: true,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
after(async () => {
  await browser.close();
  await stopHerald(herald);
  for (const folder of [dataDir, browserDir]) rmSync(folder, { recursive: true, force: true });
});

test('the reference page shows every operation, requests no external host, and sends a request with the key', async () => {
  const page = await browser.newPage();
  const foreign: string[] = [];
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (url.startsWith(herald.baseUrl) || /^(data|blob):/.test(url)) return route.continue();
    foreign.push(url);
    return route.abort();
  });
  await page.goto(`${herald.baseUrl}/docs`);
  await page.getByRole('heading', { name: 'Herald', exact: true }).first().waitFor();
  mkdirSync('reports', { recursive: true });
  await page.screenshot({ path: 'reports/docs-page.png' });
  await page.goto(`${herald.baseUrl}/docs/#tag/profiles/GET/v1/profiles`);
  await page.getByRole('heading', { name: 'List profiles' }).first().waitFor();
  await page.screenshot({ path: 'reports/docs-operation.png' });

  await page
    .getByRole('button', { name: /test request/i })
    .first()
    .click();
  const token = page.getByPlaceholder('Token').last();
  await token.waitFor();
  await token.fill(herald.key ?? '');
  await page.screenshot({ path: 'reports/docs-try-it.png' });
  const responsePromise = page.waitForResponse((response) => response.url() === `${herald.baseUrl}/v1/profiles`);
  await page.getByRole('button', { name: /^send/i }).last().click();
  assert.equal((await responsePromise).status(), 200);
  await page.screenshot({ path: 'reports/docs-answer.png' });
  assert.deepEqual(foreign, []);
});

test('the page remembers the key over a reload if the person wants it, and forgets it again', async () => {
  const page = await browser.newPage();
  const key = herald.key ?? '';
  const isStored = async (): Promise<boolean> =>
    String(await page.evaluate('JSON.stringify(localStorage)')).includes(key);
  const enterKey = async (): Promise<void> => {
    await page.goto(`${page.url().split('#')[0] ?? ''}#tag/profiles/GET/v1/profiles`);
    await page.getByRole('heading', { name: 'List profiles' }).first().waitFor();
    await page
      .getByRole('button', { name: /test request/i })
      .first()
      .click();
    await page.getByPlaceholder('Token').last().fill(key);
  };
  await page.goto(`${herald.baseUrl}/docs/`);
  await enterKey();
  assert.equal(await isStored(), false);
  await page.goto(`${herald.baseUrl}/docs/?remember=true`);
  await enterKey();
  await waitFor(async () => ((await isStored()) ? true : undefined));
  await page.reload();
  const sent = page.waitForResponse((response) => response.url() === `${herald.baseUrl}/v1/profiles`);
  await page
    .getByRole('button', { name: /test request/i })
    .first()
    .click();
  await page.getByRole('button', { name: /^send/i }).last().click();
  assert.equal((await sent).status(), 200);
  await page.goto(`${herald.baseUrl}/docs/?remember=false`);
  await page.waitForURL(`${herald.baseUrl}/docs/`);
  await page.getByRole('heading', { name: 'Herald', exact: true }).first().waitFor();
  assert.equal(await isStored(), false, 'the key is still in the browser');
  await page.close();
});

test('a person searches the guides and reads one', async () => {
  const page = await browser.newPage();
  await page.goto(`${herald.baseUrl}/docs/guides`);
  await page.getByLabel('Search the guides and the errors').fill('rotate secret');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('heading', { name: 'Results' }).waitFor();
  await photograph(page, 'guides');
  await page.getByRole('link', { name: 'Webhooks and the event feed: Rotate the secret' }).click();
  await page.getByRole('heading', { name: 'Rotate the secret' }).waitFor();
  await photograph(page, 'guide');
  await page.close();
});
