import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { freePort, startHerald, stopHerald, temporaryFolder, type Herald } from './herald.ts';
import { photograph } from './photograph.ts';

const folder = temporaryFolder();
const browser: Browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
let herald = await startHerald({ dataDir: folder });
const key = herald.key ?? '';
after(async () => {
  await browser.close();
  await stopHerald(herald);
  rmSync(folder, { recursive: true, force: true });
});

type Account = { _id: string; platform: string; username: string; status: string; sandbox: boolean };

async function accounts(): Promise<Account[]> {
  const response = await herald.get('/v1/accounts', key);
  return ((await response.json()) as { accounts: Account[] }).accounts;
}

async function connectLink(platform: string): Promise<string> {
  const response = await herald.get('/v1/profiles', key);
  const { profiles } = (await response.json()) as { profiles: { _id: string }[] };
  const started = await herald.get(`/v1/connect/${platform}?sandbox=true&profileId=${profiles[0]?._id ?? ''}`, key);
  return ((await started.json()) as { authUrl: string }).authUrl;
}

test('a link of the API connects a sandbox account in a browser', async () => {
  const page = await browser.newPage();
  await page.goto(await connectLink('instagram'));
  await photograph(page, 'instagram-consent');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Instagram is connected' }).waitFor();
  await photograph(page, 'connected');
  const [account] = await accounts();
  assert.equal(account?.platform, 'instagram');
  assert.equal(account.status, 'connected');
  assert.equal(account.sandbox, true);
  await page.close();
});

test('declining connects nothing and shows Not connected', async () => {
  const page = await browser.newPage();
  await page.goto(await connectLink('instagram'));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Not connected' }).waitFor();
  await photograph(page, 'not-connected');
  assert.equal((await accounts()).length, 1);
  await page.close();
});

test('bluesky: the form page signs in, and keeps the input after a wrong password', async () => {
  const page = await browser.newPage();
  await page.goto(await connectLink('bluesky'));
  await photograph(page, 'bluesky-form');
  const password = await page.getByLabel('App password').inputValue();
  await page.getByLabel('App password').fill('xxxx-xxxx-xxxx-xxxx');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('alert').waitFor();
  await photograph(page, 'bluesky-mistyped');
  await page.getByLabel('App password').fill(password);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('heading', { name: 'Bluesky is connected' }).waitFor();
  assert.equal((await accounts())[0]?.platform, 'bluesky');
  await page.close();
});

test('telegram: the page shows a code, the chat sends it, and the page redirects', async () => {
  const page = await browser.newPage();
  await page.goto(await connectLink('telegram'));
  await photograph(page, 'telegram-code');
  await page.getByRole('link', { name: /to a channel$/ }).click();
  await photograph(page, 'telegram-chat');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Telegram is connected' }).waitFor();
  assert.equal((await accounts())[0]?.platform, 'telegram');
  await page.close();
});

test('the feed shows a new post without a reload', async () => {
  const page = await browser.newPage();
  await page.goto(`${herald.baseUrl}/sandbox`);
  await photograph(page, 'platforms');
  await page.getByRole('link', { name: /^Telegram/ }).click();
  await page.getByText('Nothing has been published here yet.').waitFor();
  const bot = `${herald.baseUrl}/sandbox/telegram/api.telegram.org/bot1234567890:sandbox-bot-token-herald-0000000000`;
  const message = { chat_id: '@herald_news', text: 'Fresh from the oven: https://bakery.example/rolls' };
  const headers = { 'content-type': 'application/json' };
  const sent = await fetch(`${bot}/sendMessage`, { method: 'POST', headers, body: JSON.stringify(message) });
  assert.equal(sent.status, 200, await sent.text());
  await page.getByRole('link', { name: 'https://bakery.example/rolls' }).waitFor();
  await photograph(page, 'telegram-feed');
  await page.close();
});

test('accounts and sandbox state survive kill -9 and a restart', async () => {
  const before = await accounts();
  assert.equal(before.length, 3);
  process.kill(herald.pid, 'SIGKILL');
  await herald.ended;
  herald = await startHerald({ dataDir: folder });
  assert.deepEqual(await accounts(), before);
  const health = await herald.get('/v1/accounts/health', key);
  const { summary } = (await health.json()) as { summary: object };
  assert.deepEqual(summary, { total: 3, healthy: 3, warning: 0, broken: 0 });
  const response = await herald.get('/sandbox/control/requests?platform=instagram');
  assert.equal(response.status, 200);
  const again = await fetch(`${await connectLink('instagram')}&decision=approve`);
  assert.match(await again.text(), /Instagram is connected/);
  assert.equal((await accounts()).length, 3, 'the same person was connected again');
});

async function inProduction(
  env: Record<string, string>,
  check: (production: Herald, local: string) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const dataDir = temporaryFolder();
  const production = await startHerald({
    dataDir,
    env: {
      HERALD_ENV: 'production',
      HERALD_PUBLIC_URL: 'https://herald.example',
      HERALD_TOKEN_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      HERALD_DRAIN_SECONDS: '0',
      PORT: String(port),
      ...env,
    },
  });
  try {
    await check(production, `http://127.0.0.1:${port}`);
  } finally {
    await stopHerald(production);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function startConnect(production: Herald, local: string): Promise<{ status: number; authUrl: string }> {
  const headers = { authorization: `Bearer ${production.key ?? ''}` };
  const listed = await fetch(`${local}/v1/profiles`, { headers });
  const { profiles } = (await listed.json()) as { profiles: { _id: string }[] };
  const started = await fetch(`${local}/v1/connect/instagram?profileId=${profiles[0]?._id ?? ''}`, { headers });
  const { authUrl = '' } = (await started.json()) as { authUrl?: string };
  return { status: started.status, authUrl };
}

test('production has no sandbox unless it is enabled', async () => {
  await inProduction({}, async (production, local) => {
    for (const path of ['/sandbox', '/sandbox/control/ledger', '/sandbox/instagram/graph.instagram.com/v26.0/me']) {
      assert.equal((await fetch(`${local}${path}`)).status, 404, path);
    }
    assert.equal((await startConnect(production, local)).status, 400);
  });
});

test('HERALD_SANDBOX=on serves wire formats and consent pages on a separate listener', async () => {
  const sandboxPort = String(await freePort());
  await inProduction({ HERALD_SANDBOX: 'on', HERALD_SANDBOX_PORT: sandboxPort }, async (production, local) => {
    const sandbox = `http://127.0.0.1:${sandboxPort}/sandbox`;
    assert.equal((await fetch(`${local}/sandbox/instagram/graph.instagram.com/v26.0/me`)).status, 404);
    assert.equal((await fetch(`${sandbox}/control/ledger`)).status, 404);
    assert.equal((await fetch(sandbox)).status, 404);
    const stranger = { headers: { 'x-forwarded-for': '203.0.113.7' } };
    assert.equal((await fetch(`${sandbox}/instagram/graph.instagram.com/v26.0/me`, stranger)).status, 404);
    const { authUrl } = await startConnect(production, local);
    assert.ok(authUrl.startsWith(`${sandbox}/instagram/`), authUrl);
    assert.match(await (await fetch(authUrl)).text(), /Allow/);
  });
});
