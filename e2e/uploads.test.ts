import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { launch, startHerald, stopHerald, temporaryFolder, waitFor } from './herald.ts';
import { runnableBlocks } from './runnable-blocks.ts';
import { memoryMb, mpegStart, presign, put, send, video } from './uploading.ts';

/** For more: HERALD_E2E_UPLOAD_BYTES=5368709120 node scripts/e2e.ts uploads. */
const largeBytes = Number(process.env['HERALD_E2E_UPLOAD_BYTES'] ?? 1_000_000_000);
const growthMbAim = 60;
const growthMbMax = 200;

function newFolder(): string {
  const folder = temporaryFolder();
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const pathOf = (url: string): string => new URL(url).pathname;

test(
  `streams an upload of ${largeBytes} bytes with little memory and serves it in ranges`,
  { timeout: 600_000 },
  async () => {
    const dataDir = newFolder();
    const herald = await startHerald({ dataDir });
    const key = herald.key ?? '';
    // Modules that the first upload loads are not counted.
    const warm = await presign(herald, key, 1_000_000);
    assert.equal(await put(warm.uploadUrl, 1_000_000, video(1_000_000)), 200);
    const startMb = memoryMb(herald.pid);
    let peakMb = startMb;
    const timer = setInterval(() => (peakMb = Math.max(peakMb, memoryMb(herald.pid))), 20);
    const startedMs = performance.now();
    const { uploadUrl, publicUrl } = await presign(herald, key, largeBytes);
    const status = await put(uploadUrl, largeBytes, video(largeBytes));
    clearInterval(timer);
    const seconds = (performance.now() - startedMs) / 1000;
    const grownMb = Math.round(peakMb - startMb);
    const aim = grownMb > growthMbAim ? `, WARNING: over ${growthMbAim} MB` : '';
    console.log(`# ${largeBytes} bytes in ${seconds.toFixed(1)} s, resident memory grew by ${grownMb} MB${aim}`);
    assert.equal(status, 200);
    assert.ok(grownMb < growthMbMax, `${grownMb} MB`);

    const get = (range: string): Promise<Response> => fetch(publicUrl, { headers: { range } });
    const first = await get('bytes=0-4');
    assert.deepEqual([first.status, first.headers.get('content-type')], [206, 'video/mpeg']);
    assert.deepEqual(Buffer.from(await first.arrayBuffer()), mpegStart);
    const last = await get('bytes=-10');
    assert.equal(last.headers.get('content-range'), `bytes ${largeBytes - 10}-${largeBytes - 1}/${largeBytes}`);
    const rest = largeBytes % 65_536 || 65_536;
    const expected = Buffer.alloc(65_536, 'herald ').subarray(Math.max(0, rest - 10), rest);
    assert.deepEqual(Buffer.from(await last.arrayBuffer()).subarray(-expected.length), expected);
    assert.equal((await get(`bytes=${largeBytes}-`)).status, 416);
    assert.equal(await stopHerald(herald), 0);
  },
);

test('kill -9 during uploads leaves no partial file, and the upload URL works again', async () => {
  const dataDir = newFolder();
  const incoming = join(dataDir, 'media', 'incoming');
  const half = (): string[] => (existsSync(incoming) ? readdirSync(incoming).map((name) => join(incoming, name)) : []);
  const sizeBytes = 20_000_000;
  const killed = await startHerald({ dataDir });
  const key = killed.key ?? '';
  const { uploadUrl, publicUrl } = await presign(killed, key, sizeBytes);
  const halfway = async (sent: number): Promise<void> => {
    if (sent > sizeBytes / 2) await new Promise((resolve) => void killed.child.once('exit', resolve));
  };
  const form = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="v.mpg"\r\n\r\n');
    yield* video(sizeBytes, halfway);
  };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=b' };
  const uploads = [
    put(uploadUrl, sizeBytes, video(sizeBytes, halfway)),
    send(`${killed.baseUrl}/v1/media/upload-direct`, { method: 'POST', headers, body: form() }),
  ];
  await waitFor(() => (half().filter((file) => statSync(file).size > sizeBytes / 4).length === 2 ? true : undefined));
  killed.child.kill('SIGKILL');
  await killed.ended;
  for (const outcome of await Promise.all(uploads)) assert.equal(typeof outcome, 'string', 'no answer came');
  assert.equal(half().length, 2, 'the next start has to clean up two partial files');
  const herald = await startHerald({ dataDir });
  assert.equal((await herald.get(pathOf(publicUrl))).status, 404);
  // A claim ends half a minute after its process.
  const again = `${herald.baseUrl}${pathOf(uploadUrl)}`;
  const retry = async (): Promise<true | undefined> => {
    const status = await put(again, sizeBytes, video(sizeBytes));
    assert.ok(status === 200 || status === 410 || typeof status === 'string', String(status));
    return status === 200 ? true : undefined;
  };
  await waitFor(retry, { forMs: 45_000 });
  const servedBytes = async (): Promise<number> =>
    (await (await herald.get(pathOf(publicUrl))).arrayBuffer()).byteLength;
  assert.equal(await servedBytes(), sizeBytes);
  const usage = (await (await herald.get('/v1/usage', key)).json()) as { storageBytes: number };
  assert.equal(usage.storageBytes, sizeBytes);

  await sweepSoon(dataDir, half());
  assert.deepEqual(half(), []);
  assert.equal(await servedBytes(), sizeBytes, 'what is whole stays');
  assert.equal(await stopHerald(herald), 0);
});

/** Sweeps every few milliseconds instead of every ten minutes; no upload may still be running. */
async function sweepSoon(dataDir: string, halves: readonly string[]): Promise<void> {
  const longAgo = new Date(Date.now() - 3 * 3_600_000);
  for (const file of halves) utimesSync(file, longAgo, longAgo);
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim();
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3];
  const databaseUrl = `postgres://herald:${encodeURIComponent(password)}@127.0.0.1:${port}/herald`;
  const options = { role: 'worker', databaseUrl, folder: dataDir, timing: { mediaSweepMs: 100 } };
  const worker = launch({ command: [process.execPath, 'server/test/entry.ts', JSON.stringify(options)] });
  await waitFor(() => (halves.some(existsSync) ? undefined : true), { because: worker.output });
  worker.child.kill('SIGTERM');
  assert.equal(await worker.ended, 0, worker.output());
}

test('the upload commands of the guide work with media in S3', async () => {
  const dataDir = newFolder();
  const s3 = launch({ command: [process.execPath, 'server/test/entry.ts', '{"role":"s3"}'] });
  after(() => s3.child.kill('SIGTERM'));
  const line = await waitFor(() => /^\{.*\}$/m.exec(s3.output())?.[0], { because: s3.output });
  const { endpoint, bucket, accessKeyId, secretAccessKey } = JSON.parse(line) as Record<string, string>;
  const herald = await startHerald({
    dataDir,
    env: {
      HERALD_S3_ENDPOINT: endpoint ?? '',
      HERALD_S3_BUCKET: bucket ?? '',
      HERALD_S3_ACCESS_KEY_ID: accessKeyId ?? '',
      HERALD_S3_SECRET_ACCESS_KEY: secretAccessKey ?? '',
      HERALD_S3_PATH_STYLE: 'true',
    },
  });
  const { uploadUrl } = await presign(herald, herald.key ?? '', 5);
  assert.ok(uploadUrl.startsWith(`${endpoint}/${bucket}/`), uploadUrl);
  const [block = ''] = runnableBlocks('docs/media.md');
  const env = { HERALD_API_KEY: herald.key ?? '', HERALD_URL: herald.baseUrl };
  const { ended, output } = launch({ env, cwd: dataDir, command: ['bash', '-euo', 'pipefail', '-c', block] });
  assert.equal(await ended, 0, output());
  assert.ok(!existsSync(join(dataDir, 'media')), 'nothing lies on this machine');
  assert.equal(await stopHerald(herald), 0);
});
