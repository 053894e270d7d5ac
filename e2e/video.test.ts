import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { connectAccount } from './connect-account.ts';
import { startHerald, stopHerald, temporaryFolder, waitFor, type Herald } from './herald.ts';
import { isRunning } from './processes.ts';

const folder = temporaryFolder();
const dataDir = join(folder, 'data');
const herald = await startHerald({ dataDir });
const key = herald.key ?? '';
after(async () => {
  await stopHerald(herald);
  rmSync(folder, { recursive: true, force: true });
});
const connect = (to: Herald, platform = 'telegram') => connectAccount(to, to.key ?? '', { platform });
const target = await connect(herald);
const megabyte = 1_000_000;

function ffmpeg(...args: string[]): void {
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

const picture = (size: string, seconds: number): string[] => ['-f', 'lavfi', '-i', `testsrc2=s=${size}:d=${seconds}`];
const sound = (seconds: number): string[] => ['-f', 'lavfi', '-i', `sine=d=${seconds}`];

function make(name: string, ...args: string[]): Buffer {
  const file = join(folder, name);
  ffmpeg(...args, '-metadata', 'title=somewhere private', file);
  return readFileSync(file);
}

const webm = make('a.webm', ...picture('322x241', 4), ...sound(4), '-c:v', 'libvpx', '-c:a', 'libopus');

async function upload(bytes: Buffer, contentType: string, to = herald): Promise<{ status: number; publicUrl: string }> {
  const response = await to.post('/v1/media/presign', to.key ?? '', { filename: 'a.mp4', contentType });
  const { uploadUrl, publicUrl } = (await response.json()) as { uploadUrl: string; publicUrl: string };
  const headers = { 'content-type': contentType };
  const { status } = await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  return { status, publicUrl };
}

let posts = 0;

async function send(to: Herald, target: object, url: string): Promise<any> {
  const mediaItems = [{ type: 'video', url }];
  const body = { content: `Video ${(posts += 1)}`, mediaItems, platforms: [target], publishNow: true };
  const response = await to.post('/v1/posts', to.key ?? '', body);
  assert.equal(response.status, 201, await response.clone().text());
  return ((await response.json()) as any).post;
}

async function published(bytes: Buffer, contentType: string, to = target): Promise<any> {
  const { status, publicUrl } = await upload(bytes, contentType);
  assert.equal(status, 200);
  const { _id } = await send(herald, to, publicUrl);
  const ended = async (): Promise<any> => {
    const { post } = (await (await herald.get(`/v1/posts/${_id}`, key)).json()) as any;
    return ['published', 'failed'].includes(post.status) ? post.platforms[0] : undefined;
  };
  const finalTarget = await waitFor(ended, { forMs: 90_000 });
  assert.deepEqual(converting(), [], 'nothing is left behind');
  return finalTarget;
}

const converting = (data = dataDir): string[] =>
  existsSync(join(data, 'converting')) ? readdirSync(join(data, 'converting')) : [];

function newest(): { sizeBytes: number; streams: any[]; seconds: number; tags: object } {
  const files = globSync(join(dataDir, 'media', '??', '*.mp4')).toSorted(
    (a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs,
  );
  const [file = ''] = files;
  const args = ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', file];
  const { streams, format } = JSON.parse(spawnSync('ffprobe', args, { encoding: 'utf8' }).stdout);
  assert.ok(readFileSync(file).indexOf('moov') < readFileSync(file).indexOf('mdat'), 'the index comes first');
  return { sizeBytes: statSync(file).size, streams, seconds: Number(format.duration), tags: format.tags };
}

test('doctor reports whether ffmpeg converts videos', async () => {
  const args = ['server/src/cli/herald.ts', 'doctor'];
  const run = (program?: string): string => {
    const env = { ...process.env, HERALD_DATA_DIR: dataDir, ...(program && { HERALD_FFMPEG: program }) };
    return spawnSync(process.execPath, args, { env, encoding: 'utf8' }).stdout;
  };
  assert.match(run(), /^ok +video +ffmpeg converts videos/m);
  assert.match(run('/nowhere/ffmpeg'), /^warn +video +videos are not converted.* requires ffmpeg installed/m);
});

test('publishes WebM as MP4 with its audio and duration, without metadata', async () => {
  const { status, warnings } = await published(webm, 'video/webm');
  assert.equal(status, 'published');
  assert.deepEqual(warnings, ['mediaItems[0]: WebM converted to MP4']);
  const { streams, seconds, tags } = newest();
  const facts = streams.map(({ codec_name, pix_fmt, width, height }) => [codec_name, pix_fmt, width, height]);
  assert.deepEqual(facts, [
    ['h264', 'yuv420p', 322, 240],
    ['aac', undefined, undefined, undefined],
  ]);
  assert.ok(Math.abs(seconds - 4) < 0.2, String(seconds));
  assert.doesNotMatch(JSON.stringify(tags), /private/);
});

test('converts a codec that the platform rejects and keeps one that it accepts', async () => {
  const instagram = await connect(herald, 'instagram');
  const size = picture('320x320', 4);
  const vp9 = make('vp9.mp4', ...size, ...sound(4), '-c:v', 'libvpx-vp9', '-c:a', 'aac');
  const recoded = await published(vp9, 'video/mp4', instagram);
  assert.deepEqual(
    [recoded.status, recoded.warnings],
    ['published', ['mediaItems[0]: transcoded from vp9 to H.264']],
    JSON.stringify(recoded),
  );
  assert.equal(newest().streams[0].codec_name, 'h264');
  const avc = make('avc.mp4', ...size, ...sound(4), '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac');
  const left = await published(avc, 'video/mp4', instagram);
  assert.deepEqual([left.status, left.warnings], ['published', undefined], JSON.stringify(left));
});

test('publishes AVI, MPEG and a silent video as MP4', async () => {
  const avi = make('a.avi', ...picture('320x240', 2), ...sound(2), '-c:v', 'mpeg4', '-c:a', 'mp3');
  const mpeg = make('a.mpg', ...picture('320x240', 2), ...sound(2), '-c:v', 'mpeg2video', '-c:a', 'mp2');
  const silent = make('b.webm', ...picture('320x240', 2), '-c:v', 'libvpx');
  for (const [bytes, type, name, streams] of [
    [avi, 'video/x-msvideo', 'AVI', 2],
    [mpeg, 'video/mpeg', 'MPEG', 2],
    [silent, 'video/webm', 'WebM', 1],
  ] as const) {
    const { status, warnings } = await published(bytes, type);
    assert.deepEqual([status, warnings], ['published', [`mediaItems[0]: ${name} converted to MP4`]]);
    const video = newest();
    assert.equal(video.streams.length, streams);
    assert.ok(Math.abs(video.seconds - 2) < 0.2, String(video.seconds));
  }
});

test('compresses a video that is too large until it fits', { timeout: 120_000 }, async () => {
  const noise = ['-f', 'lavfi', '-i', 'testsrc2=s=960x540:d=5,noise=alls=100:allf=t+u'];
  const bytes = make('large.mp4', ...noise, ...sound(5), '-c:v', 'mpeg4', '-q:v', '2', '-c:a', 'aac');
  assert.ok(bytes.length > 50 * megabyte, String(bytes.length));
  const { status, warnings } = await published(bytes, 'video/mp4');
  assert.equal(status, 'published', JSON.stringify(warnings));
  assert.match(warnings[0], /^mediaItems\[0\]: compressed from \d+\.\d MB to [1-4]?\d\.\d MB/);
  const { sizeBytes, seconds, streams } = newest();
  assert.ok(sizeBytes <= 50 * megabyte, String(sizeBytes));
  assert.ok(Math.abs(seconds - 5) < 0.2, String(seconds));
  assert.equal(streams.length, 2);
});

test('rejects playlists and scripts under any name, and fails a truncated file', async () => {
  const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';
  for (const text of [playlist, "ffconcat version 1.0\nfile '/etc/passwd'\n"]) {
    assert.equal((await upload(Buffer.from(text), 'video/mp4')).status, 400);
  }
  const half = await published(webm.subarray(0, webm.length / 2), 'video/webm');
  assert.equal(half.status, 'failed');
  assert.equal(half.errorCode, 'validation');
  assert.match(half.error, /damaged: \d s of its 4 s can be read/);
  const head = await published(Buffer.concat([webm.subarray(0, 1000), Buffer.alloc(50_000, 0xa5)]), 'video/webm');
  assert.equal(head.status, 'failed');
  const odd = await published(make('odd.avi', ...picture('320x240', 2), '-c:v', 'zmbv'), 'video/x-msvideo');
  assert.equal(odd.status, 'failed', 'what hardly anybody has is not decoded');
});

test('stopping kills a hanging ffmpeg and removes its files', async () => {
  const program = join(folder, 'hanging');
  const pidFile = join(folder, 'pid');
  const encoders = 'echo " V..... libx264 x"; echo " A..... aac x"';
  writeFileSync(
    program,
    `#!/bin/sh\ncase "$*" in *-encoders) ${encoders};; *) echo $$ > ${pidFile}; sleep 300;; esac\n`,
  );
  chmodSync(program, 0o755);
  const data = join(folder, 'hanging-data');
  const hanging = await startHerald({ dataDir: data, env: { HERALD_FFMPEG: program } });
  const { publicUrl } = await upload(webm, 'video/webm', hanging);
  const sending = send(hanging, await connect(hanging), publicUrl).catch(() => undefined);
  const pid = await waitFor(() =>
    existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) || undefined : undefined,
  );
  assert.equal(converting(data).length, 1);
  assert.equal(await stopHerald(hanging), 0);
  assert.equal(isRunning(pid), false);
  assert.deepEqual(converting(data), []);
  await sending;
});
