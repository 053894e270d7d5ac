import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { realClock } from '../../kernel/time/clock.ts';
import { createImaging, type Imaging } from '../imaging.ts';
import { fakeFfmpeg } from '../test/fake-ffmpeg.ts';
import { container, watch } from '../test/samples.ts';
import type { VideoRule } from './video-rendition.ts';

const scratch = mkdtempSync(join(tmpdir(), 'herald-scratch-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const webm = await container('WebM', { picture: true, sound: true });
const mp4 = await container('Mp4', { picture: true, sound: true });
const mp4Only: VideoRule = { contentTypes: ['video/mp4'], sizeBytesMax: 1_000_000 };

type Acts = Parameters<typeof fakeFfmpeg>[1];
type Fakes = Acts & { output?: Uint8Array; convertMsMax?: number; makesRenditions?: boolean; stopping?: AbortSignal };

function open({ output = mp4, convertMsMax = 10_000, makesRenditions = true, stopping, ...acts }: Fakes = {}) {
  const fake = fakeFfmpeg(output, acts);
  after(fake.dispose);
  const imaging = createImaging({
    ...{ makesRenditions, ffmpeg: fake.program, scratchFolder: () => scratch, clock: realClock, convertMsMax },
    stopping: stopping ?? new AbortController().signal,
  });
  const calls = (): string[] => {
    const file = join(fake.folder, 'calls');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  return { imaging, calls };
}

async function convert(imaging: Imaging, bytes: Uint8Array = webm, rule = mp4Only) {
  const chunks: Buffer[] = [];
  const rendition = await imaging.renderVideo({
    key: 'a',
    source: watch(bytes),
    rule,
    keep: async (video) => {
      for await (const chunk of video.open()) chunks.push(Buffer.from(chunk));
      const [folder = ''] = readdirSync(scratch);
      assert.equal(statSync(join(scratch, folder)).mode & 0o777, 0o700);
    },
  });
  assert.deepEqual(readdirSync(scratch), [], 'nothing is left behind');
  return { rendition, stored: Buffer.concat(chunks) };
}

async function refused(imaging: Imaging, bytes?: Uint8Array, rule?: VideoRule) {
  const { rendition, stored } = await convert(imaging, bytes, rule);
  assert.ok(rendition.kind === 'impossible', JSON.stringify(rendition));
  assert.equal(stored.length, 0);
  return rendition;
}

test('converts an unsupported container and reports the change', async () => {
  const { imaging, calls } = open();
  const { rendition, stored } = await convert(imaging);
  assert.deepEqual(rendition, { kind: 'rendered', changes: ['WebM converted to MP4'] });
  assert.deepEqual(stored, mp4);
  assert.equal(calls().length, 2);
  assert.match(calls()[1] ?? '', /-c:v libx264/);
});

test('remuxes streams that already fit without encoding them', async () => {
  const streams = 'echo "  Stream #0:0: Video: h264 (High), yuv420p, 320x180" >&2; echo out_time_us=2000000';
  const { imaging, calls } = open({ measure: streams });
  const { rendition } = await convert(imaging, await container('Mov', { picture: true }));
  assert.deepEqual(rendition, { kind: 'rendered', changes: ['QuickTime converted to MP4'] });
  assert.match(calls()[1] ?? '', /-c:v copy -c:a copy/);
});

test('compresses a file that is too large, twice at most', async () => {
  const padded = Buffer.concat([mp4, free(400_000)]);
  const rule = { ...mp4Only, sizeBytesMax: 200_000 };
  const { imaging } = open();
  const { rendition } = await convert(imaging, padded, rule);
  assert.ok(rendition.kind === 'rendered', JSON.stringify(rendition));
  assert.match(rendition.changes.join(), /^compressed from 40\d kB to \d+ (kB|bytes)$/);
  const stubborn = open({ output: padded });
  const { reason, rule: broken } = await refused(stubborn.imaging, padded, rule);
  assert.equal(broken, 'mediaSize');
  assert.match(reason, /^A video of 2 s cannot be compressed to 200 kB\.$/);
  assert.equal(stubborn.calls().length, 3, 'two attempts');
});

function free(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32BE(length, 0);
  bytes.write('free', 4, 'latin1');
  return bytes;
}

test('does not try to convert when the size limit is too small for the duration', async () => {
  const { imaging, calls } = open();
  const broken = await refused(imaging, webm, { ...mp4Only, sizeBytesMax: 20_000 });
  assert.equal(broken.rule, 'mediaSize');
  assert.equal(calls().length, 1);
});

test('refuses a duration outside the rule with mediaDuration', async () => {
  const { imaging } = open({ measure: 'echo out_time_us=9000000' });
  const broken = await refused(imaging, webm, { ...mp4Only, durationMs: { min: 3000, max: 8000 } });
  assert.deepEqual(broken, {
    kind: 'impossible',
    rule: 'mediaDuration',
    reason: 'The video lasts 9 s, but must last 3 to 8 s.',
  });
});

test('refuses a truncated file, before and after the conversion', async () => {
  const before = await refused(open({ measure: 'echo out_time_us=100000' }).imaging);
  assert.match(before.reason, /damaged: 0 s of its 2 s can be read/);
  const later = await refused(open({ measure: 'echo out_time_us=20000000' }).imaging);
  assert.match(later.reason, /damaged: 2 s of its 20 s can be read/);
});

test('refuses files that ffmpeg cannot read, fails on, or converts to something other than MP4', async () => {
  const failing = await refused(open({ measure: 'exit 1' }).imaging);
  assert.deepEqual(failing.rule, 'mediaType');
  assert.match(failing.reason, /damaged or has a format/);
  assert.match((await refused(open({ convert: 'exit 1' }).imaging)).reason, /damaged or has a format/);
  assert.match((await refused(open({ output: Buffer.from('#EXTM3U') }).imaging)).reason, /not create an MP4/);
  assert.match((await refused(open({ convert: 'true' }).imaging)).reason, /not create an MP4/);
});

test('playlists, scripts and documents never reach ffmpeg', async () => {
  const { imaging, calls } = open();
  for (const text of ['#EXTM3U\n/etc/passwd\n', 'ffconcat version 1.0\nfile /etc/passwd\n', '%PDF-1.4\n%%EOF\n']) {
    assert.equal((await refused(imaging, Buffer.from(text))).rule, 'mediaType');
  }
  assert.deepEqual(calls(), []);
});

test('kills a hanging ffmpeg with all of its child processes', async () => {
  const started = performance.now();
  const { imaging } = open({ convert: 'sleep 60 & sleep 60', convertMsMax: 300 });
  const { reason } = await refused(imaging);
  assert.match(reason, /could not be converted within 1 min/);
  assert.ok(performance.now() - started < 10_000);
});

test('stopping aborts the conversion without judging the file', async () => {
  const stopping = new AbortController();
  const { imaging, calls } = open({ convert: 'sleep 60', stopping: stopping.signal });
  const converting = convert(imaging);
  while (calls().length < 2) await new Promise((resolve) => setImmediate(resolve));
  stopping.abort();
  await assert.rejects(converting, /Herald is stopping/);
  assert.deepEqual(readdirSync(scratch), []);
});

test('converts concurrent requests for the same file and rule once, and others one at a time', async () => {
  const { imaging, calls } = open({ convert: 'sleep 0.2; cp "$(dirname "$0")/made" "${last#file:}"' });
  const want = (key: string) =>
    imaging.renderVideo({ key, source: watch(webm), rule: mp4Only, keep: async () => undefined });
  await Promise.all([want('a'), want('a'), want('b')]);
  const steps = calls().map((line) => (line.includes('-progress') ? 'measure' : 'convert'));
  assert.deepEqual(steps, ['measure', 'convert', 'measure', 'convert']);
});

test('converts video only with an ffmpeg that works and has the encoders', () => {
  const conversions = (fakes: Fakes): boolean => open(fakes).imaging.conversions.video;
  assert.equal(conversions({}), true);
  assert.equal(conversions({ makesRenditions: false }), false);
  assert.equal(conversions({ look: 'exit 1' }), false);
  assert.equal(conversions({ look: 'echo " A..... aac x"' }), false);
  const absent = { makesRenditions: true, ffmpeg: '/nowhere/ffmpeg', scratchFolder: () => scratch, clock: realClock };
  assert.equal(createImaging({ ...absent, stopping: new AbortController().signal }).conversions.video, false);
});

test('detects ffmpeg once, and only when a video needs it', () => {
  const { imaging, calls } = open();
  assert.equal(imaging.conversions.image, true);
  assert.equal(calls().length, 0);
  assert.ok(imaging.conversions.video && imaging.conversions.video);
  assert.equal(calls().length, 1);
});

test('the sweep removes old leftovers of a killed process', async () => {
  const { imaging } = open();
  const [old, young] = ['video-old', 'video-young'].map((name) => join(scratch, name));
  assert.ok(old !== undefined && young !== undefined);
  for (const folder of [old, young]) mkdirSync(folder);
  const longAgo = new Date(Date.now() - 3 * 3_600_000);
  utimesSync(old, longAgo, longAgo);
  assert.equal(await imaging.sweep(2 * 3_600_000), 1);
  assert.deepEqual(readdirSync(scratch), ['video-young']);
  rmSync(young, { recursive: true });
  rmSync(scratch, { recursive: true });
  assert.equal(await imaging.sweep(0), 0, 'no folder, nothing to sweep');
});
