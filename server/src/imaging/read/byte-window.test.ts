import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWindow } from './byte-window.ts';
import { probe } from './probe.ts';
import { box, container, noise, watch } from '../test/samples.ts';

test('reads neighboring ranges in one request and returns the right bytes', async () => {
  const bytes = noise(2_000_000);
  const source = watch(bytes);
  const window = openWindow(source);
  for (let at = 0; at < 400_000; at += 1000) {
    assert.deepEqual(await window.read(at, at + 16), bytes.subarray(at, at + 16));
  }
  assert.equal(source.opened(), 1);
  assert.deepEqual(await window.read(1_500_000, 1_500_016), bytes.subarray(1_500_000, 1_500_016));
  assert.deepEqual(await window.read(0, 900_000), bytes.subarray(0, 900_000), 'more than it holds otherwise');
  assert.equal((await window.read(1_999_990, 2_000_010)).length, 10, 'what is not there is left out');
});

test('skips a 20 MB table of a video instead of reading it', async () => {
  const short = await container('Mp4', { picture: true });
  const at = short.indexOf('moov') - 4;
  const moov = short.subarray(at + 8, at + short.readUInt32BE(at));
  const table = box('udta', noise(20_000_000));
  const long = Buffer.concat([short.subarray(0, at), box('moov', table, moov)]);
  const source = watch(long);
  const probed = await probe(source);
  assert.deepEqual(probed, { ...(await probe(watch(short))) });
  assert.ok(source.bytesRead() < 2_500_000, String(source.bytesRead()));
});
