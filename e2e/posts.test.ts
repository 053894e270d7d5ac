import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright-core';
import sharp from 'sharp';
import { connectAccount } from './connect-account.ts';
import { checkout, startHerald, stopHerald, temporaryFolder } from './herald.ts';

const folder = temporaryFolder();
const pictures = join(checkout, 'reports', 'pages');
mkdirSync(pictures, { recursive: true });
const browser: Browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
let herald = await startHerald({ dataDir: folder });
const key = herald.key ?? '';
after(async () => {
  await browser.close();
  await stopHerald(herald);
  rmSync(folder, { recursive: true, force: true });
});

type Json = any;
const read = async (path: string): Promise<Json> => (await herald.get(path, key)).json();
const send = async (path: string, body: object): Promise<Json> => {
  const response = await herald.post(path, key, body);
  const json: Json = await response.json();
  assert.ok(response.ok, JSON.stringify(json));
  return json;
};

const connect = (platform: string, name: string) => connectAccount(herald, key, { platform, name });

async function ledger(platform: string, account: string): Promise<Json[]> {
  const { posts } = await read(`/sandbox/control/ledger?platform=${platform}&account=${account}`);
  return posts.filter(({ parentId, deletedAt }: Json) => parentId === null && deletedAt === null);
}

test('publishes a 12 MB PNG to two platforms, and each target reports the changes', async () => {
  const targets = [await connect('instagram', 'herald_studio'), await connect('bluesky', 'studio')];
  const side = 2000;
  const noise = Buffer.alloc(side * side * 3);
  for (let at = 0, seed = 1; at < noise.length; at += 1) noise[at] = (seed = (seed * 48_271) % 2_147_483_647) & 255;
  const raw = { width: side, height: side, channels: 3 } as const;
  const png = await sharp(noise, { raw }).png({ compressionLevel: 1 }).toBuffer();
  assert.ok(png.length > 11.9e6, String(png.length));
  const request = { filename: 'large.png', contentType: 'image/png', size: png.length };
  const { uploadUrl, publicUrl } = await send('/v1/media/presign', request);
  const headers = { 'content-type': 'image/png' };
  const put = await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(png) });
  assert.equal(put.status, 200);
  const mediaItems = [{ url: publicUrl }];
  const { post } = await send('/v1/posts', {
    content: 'A large one',
    publishNow: true,
    mediaItems,
    platforms: targets,
  });
  assert.equal(post.status, 'published', JSON.stringify(post.platforms));
  for (const target of post.platforms) assert.match(target.warnings[0], /mediaItems\[0\]: /);
  assert.equal((await ledger('instagram', 'herald_studio')).length, 1);
  assert.equal((await ledger('bluesky', 'studio.bsky.test')).length, 1);
  const page = await browser.newPage();
  for (const platform of ['instagram', 'bluesky']) {
    await page.goto(`${herald.baseUrl}/sandbox/feed/${platform}`);
    await page.getByText('A large one').first().waitFor();
    await page.screenshot({ path: join(pictures, `feed-${platform}.png`) });
  }
  await page.close();
});

test('three queued posts get three different slots', async () => {
  const target = await connect('telegram', 'queue_room');
  const [profile] = (await read('/v1/profiles')).profiles;
  const slots = [1, 3, 5].map((dayOfWeek) => ({ dayOfWeek, time: '09:30' }));
  const schedule = { profileId: profile._id, timezone: 'Europe/Berlin', slots };
  const { nextSlots } = await send('/v1/queue/slots', schedule);
  const scheduled = [];
  for (const content of ['One', 'Two', 'Three']) {
    const body = { content, queuedFromProfile: profile._id, platforms: [target] };
    scheduled.push((await send('/v1/posts', body)).post.scheduledFor);
  }
  assert.deepEqual(scheduled, nextSlots.slice(0, 3));
});

test('resumes publishing after a kill and publishes no post twice', async () => {
  const name = 'survivor.bsky.test';
  const target = await connect('bluesky', 'survivor');
  const count = 30;
  const texts = Array.from({ length: count }, (_, index) => `Survives ${index}`);
  const requests = texts.map((content) => {
    const body = { content, publishNow: true, platforms: [target] };
    // The responses arrive after the process has ended.
    return herald.post('/v1/posts', key, body).catch(() => undefined);
  });
  for (let tries = 0; tries < 500 && (await ledger('bluesky', name)).length < 5; tries += 1) await sleep(10);
  herald.child.kill('SIGKILL');
  await herald.ended;
  await Promise.all(requests);
  herald = await startHerald({ dataDir: folder });
  const posts = async (): Promise<Json[]> => (await read(`/v1/posts?accountId=${target.accountId}&limit=100`)).posts;
  // Targets that were being sent are settled minutes later; others continue once the worker counts as dead.
  const countOf = (all: Json[], status: string): number => all.filter((post) => post.status === status).length;
  const isOpen = (all: Json[]): boolean => countOf(all, 'queued') > 0 || countOf(all, 'publishing') > 1;
  for (let tries = 0; tries < 600 && isOpen(await posts()); tries += 1) await sleep(100);
  const all = await posts();
  assert.ok(all.length >= 5, 'those that were acknowledged are there');
  const live = (await ledger('bluesky', name)).map(({ text }: Json) => text);
  assert.equal(new Set(live).size, live.length, 'none is there twice');
  for (const { status, content, platforms } of all) {
    if (status === 'published')
      assert.ok(live.includes(content), `${content} is reported as published and is not there`);
    else assert.equal(status, 'publishing', JSON.stringify(platforms));
  }
  const unsettled = countOf(all, 'publishing');
  console.log(`# ${all.length} posts, ${unsettled} of them sent when it died and still to be settled`);
  assert.ok(unsettled <= 1, 'of one account one is under way at a time');
});
