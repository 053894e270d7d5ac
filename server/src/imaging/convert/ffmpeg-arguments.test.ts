import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertArguments, demuxerOf, measureArguments } from './ffmpeg-arguments.ts';
import { readMeasured } from './ffmpeg.ts';

const rates = { videoKbps: 900, audioKbps: 64, pixelsMax: 854 * 480 };
const conversion = {
  ...{ demuxer: 'matroska', input: '/s/input', output: '/s/output.mp4', sizeBytesMax: 50e6, timeMsMax: 60_000 },
  ...{ video: 'encode' as const, audio: 'encode' as const, rates },
};

const after = (args: readonly string[], option: string): string | undefined => args[args.indexOf(option) + 1];

test('picks the demuxer from the detected content type, and none for files that are not media', () => {
  const head = Buffer.from('000001ba', 'hex');
  const types = ['video/mp4', 'video/quicktime', 'video/x-m4v', 'video/webm', 'video/x-msvideo', 'video/mpeg'];
  const demuxers = types.map((type) => demuxerOf(type, head));
  assert.deepEqual(demuxers, ['mov', 'mov', 'mov', 'matroska', 'avi', 'mpeg']);
  assert.equal(demuxerOf('video/mpeg', Buffer.from('000001b3', 'hex')), 'mpegvideo');
  assert.equal(demuxerOf('application/pdf', head), undefined);
});

test('reads the input with its detected format, from disk only, one video and one audio stream', () => {
  for (const args of [measureArguments(conversion), convertArguments(conversion)]) {
    const input = args.slice(0, args.indexOf('-i'));
    assert.ok(args.includes('-nostdin'));
    for (const option of ['-f', '-format_whitelist']) assert.equal(after(input, option), 'matroska');
    assert.equal(after(input, '-protocol_whitelist'), 'file');
    assert.doesNotMatch(after(input, '-codec_whitelist') ?? 'ansi', /ansi|tty|concat|hls|gif|png/);
    assert.equal(after(args, '-i'), 'file:/s/input');
    assert.deepEqual(
      args.filter((_, at) => args[at - 1] === '-map'),
      ['0:v:0', '0:a:0?'],
    );
  }
});

test('limits size and time, strips metadata and writes the index first', () => {
  const args = convertArguments(conversion);
  assert.equal(after(args, '-fs'), '50000001');
  assert.equal(after(args, '-timelimit'), '240');
  assert.equal(after(args, '-map_metadata'), '-1');
  assert.equal(after(args, '-map_chapters'), '-1');
  assert.equal(after(args, '-movflags'), '+faststart');
  assert.equal(args.at(-1), 'file:/s/output.mp4');
  assert.ok(!args.includes('-t') && !args.includes('-shortest'), 'the length is left alone');
});

test('encodes at the given rates and with even dimensions', () => {
  const args = convertArguments(conversion);
  assert.equal(after(args, '-c:v'), 'libx264');
  assert.equal(after(args, '-pix_fmt'), 'yuv420p');
  assert.equal(after(args, '-maxrate'), '900k');
  assert.equal(after(args, '-c:a'), 'aac');
  assert.equal(after(args, '-b:a'), '64k');
  const filter = after(args, '-vf') ?? '';
  assert.ok(filter.startsWith("scale=w='max(2,trunc(iw*sar*min(1,sqrt(409920/(iw*sar*ih)))/2)*2)':h="), filter);
  const unlimited = convertArguments({ ...conversion, rates: { ...rates, pixelsMax: undefined } });
  assert.match(after(unlimited, '-vf') ?? '', /sqrt\(35389440\//);
});

test('copies streams that already fit', () => {
  const args = convertArguments({ ...conversion, video: 'copy', audio: 'copy' });
  assert.deepEqual([after(args, '-c:v'), after(args, '-c:a')], ['copy', 'copy']);
  assert.ok(!args.includes('-vf') && !args.includes('libx264'));
});

test('reads the measurements of a file from the input section of the ffmpeg output only', () => {
  const output = 'out_time_us=0\nprogress=continue\nout_time_us=3015500\nprogress=end\n';
  const phone = [
    '  Stream #0:0[0x1](und): Video: h264 (High) (avc1 / 0x31637661), yuv420p(tv, bt709, progressive), 1920x1080',
    '  Stream #0:1[0x2](und): Audio: aac (LC) (mp4a / 0x6134706D), 44100 Hz, stereo, fltp, 128 kb/s (default)',
    'Output #0, null, to pipe:',
  ];
  const measured = { durationMs: 3016, isH264: true, isAac: true };
  assert.deepEqual(readMeasured({ output, faults: phone.join('\n') }), measured);
  const deep = phone.map((line) => line.replace('yuv420p', 'yuv420p10le').replace('aac (LC)', 'aac (HE-AAC)'));
  assert.deepEqual(readMeasured({ output, faults: deep.join('\n') }), { ...measured, isH264: false, isAac: false });
  const silent = [phone[0], phone[2], phone[1]?.replace('aac', 'mp3')].join('\n');
  assert.deepEqual(readMeasured({ output, faults: silent }), measured, 'without sound there is none to convert');
  assert.deepEqual(readMeasured({ output: 'out_time_us=N/A\n', faults: '' }).durationMs, 0);
});
