import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { mp4Of } from '../server/test/conformance/media-files.ts';
import { connectAccount } from './connect-account.ts';
import { checkout, freePort, startHerald, stopHerald, temporaryFolder, type Herald } from './herald.ts';
import { memoryMb, send } from './uploading.ts';

const largeBytes = 300_000_000;
const growthMbAim = 80;
/** Far above noise and far below the size of the file. */
const growthMbMax = 160;

const folder = temporaryFolder();
let sandbox: ChildProcess | undefined;
after(() => {
  sandbox?.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function* largeVideo(sizeBytes: number): AsyncGenerator<Uint8Array> {
  const head = mp4Of('large');
  const box = Buffer.alloc(8, 'free');
  box.writeUInt32BE(sizeBytes - head.length);
  yield Buffer.concat([head, box]);
  const piece = Buffer.alloc(65_536, 'herald ');
  for (let left = sizeBytes - head.length - box.length; left > 0; left -= piece.length) yield piece.subarray(0, left);
}

async function upload(herald: Herald, sizeBytes: number): Promise<string> {
  const file = { filename: 'video.mp4', contentType: 'video/mp4', size: sizeBytes };
  const presigned = await herald.post('/v1/media/presign', herald.key ?? '', file);
  const { uploadUrl, publicUrl } = (await presigned.json()) as { uploadUrl: string; publicUrl: string };
  const headers = { 'content-type': 'video/mp4', 'content-length': sizeBytes };
  assert.equal(await send(uploadUrl, { method: 'PUT', headers, body: largeVideo(sizeBytes) }), 200);
  return publicUrl;
}

type Target = { status: string; error?: string; platformPostId?: string };
type Publishing = { target: { platform: string; accountId: string }; url: string; content: string };

async function publish(herald: Herald, { target, url, content }: Publishing): Promise<Target> {
  const key = herald.key ?? '';
  const body = { content, platforms: [target], mediaItems: [{ url }], publishNow: true };
  const { post } = (await (await herald.post('/v1/posts', key, body)).json()) as { post: { _id: string } };
  for (let round = 0; round < 240; round += 1) {
    const response = await herald.get(`/v1/posts/${post._id}`, key);
    const [current] = ((await response.json()) as { post: { platforms: Target[] } }).post.platforms;
    if (current !== undefined && ['published', 'failed'].includes(current.status)) return current;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the video never came to its end');
}

test(`streams a video of ${largeBytes} bytes to a platform with little memory`, async () => {
  const [port, heraldPort] = [await freePort(), await freePort()];
  // A separate process, so that the sandbox's memory is not counted.
  sandbox = spawn(
    process.execPath,
    ['sandbox/src/main.ts', '--port', String(port), '--file', join(folder, 'sandbox.jsonl')].concat(
      ...['--herald', `http://127.0.0.1:${heraldPort}`],
    ),
    { cwd: checkout, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await new Promise((resolve) => sandbox?.stdout?.once('data', resolve));
  const env = { HERALD_SANDBOX_URL: `http://127.0.0.1:${port}/sandbox`, PORT: String(heraldPort) };
  const herald = await startHerald({ dataDir: join(folder, 'data'), env });
  const target = await connectAccount(herald, herald.key ?? '', { platform: 'youtube', name: 'longplayer' });
  // Modules that the first post loads are not counted.
  const small = await upload(herald, 2_000_000);
  assert.equal((await publish(herald, { target, url: small, content: 'A short one' })).status, 'published');
  const startMb = memoryMb(herald.pid);
  let peakMb = startMb;
  const timer = setInterval(() => (peakMb = Math.max(peakMb, memoryMb(herald.pid))), 20);
  const url = await upload(herald, largeBytes);
  const startedMs = performance.now();
  const published = await publish(herald, { target, url, content: 'A long one' });
  clearInterval(timer);
  const grownMb = Math.round(peakMb - startMb);
  const aim = grownMb > growthMbAim ? `, WARNING: over ${growthMbAim} MB` : '';
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(
    `# ${largeBytes} bytes uploaded, and published in ${seconds} s: resident memory grew by ${grownMb} MB${aim}`,
  );
  assert.equal(published.status, 'published', published.error);
  assert.ok(grownMb < growthMbMax, `${grownMb} MB`);
  const ledger = await fetch(`http://127.0.0.1:${port}/sandbox/control/ledger?platform=youtube`);
  const { posts } = (await ledger.json()) as { posts: { id: string; media: { sizeBytes: number }[] }[] };
  const sizes = posts.filter(({ id }) => id === published.platformPostId).map(({ media }) => media[0]?.sizeBytes);
  assert.deepEqual(sizes, [largeBytes]);
  assert.equal(await stopHerald(herald), 0);
});
