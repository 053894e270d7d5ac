import assert from 'node:assert/strict';
import { test } from 'node:test';
import { videoKbpsMin, videoRates } from './video-rates.ts';

const minute = 60_000;

test('the rates never exceed their share of the size limit', () => {
  for (const durationMs of [minute / 2, minute, 15 * minute, 60 * minute]) {
    for (const sizeBytesMax of [50e6, 100e6, 300e6]) {
      const rates = videoRates({ durationMs, sizeBytesMax, share: 0.94 });
      assert.ok(rates !== undefined || (sizeBytesMax * 8) / durationMs < 300);
      const bits = ((rates?.videoKbps ?? 0) + (rates?.audioKbps ?? 0)) * durationMs;
      assert.ok(bits / 8 <= sizeBytesMax * 0.94, `${bits / 8} of ${sizeBytesMax}`);
    }
  }
});

test('reduces the pixels of a long video and keeps those of a short one', () => {
  const at = (minutes: number) => videoRates({ durationMs: minutes * minute, sizeBytesMax: 50e6, share: 0.94 });
  assert.deepEqual(at(0.25), { videoKbps: 20_000, audioKbps: 128, pixelsMax: undefined });
  assert.deepEqual(at(2), { videoKbps: 2993, audioKbps: 128, pixelsMax: 1920 * 1080 });
  assert.deepEqual(at(4), { videoKbps: 1426, audioKbps: 128, pixelsMax: 1280 * 720 });
  assert.deepEqual(at(10), { videoKbps: 550, audioKbps: 64, pixelsMax: 854 * 480 });
  assert.deepEqual(at(25), { videoKbps: 174, audioKbps: 64, pixelsMax: 640 * 360 });
});

test('returns undefined below the minimum bitrate', () => {
  const sizeBytesMax = 50e6;
  assert.equal(videoRates({ durationMs: 30 * minute, sizeBytesMax, share: 0.94 }), undefined);
  assert.equal(videoRates({ durationMs: 25 * minute, sizeBytesMax, share: 0.7 }), undefined);
  const least = videoRates({ durationMs: 27 * minute, sizeBytesMax, share: 0.94 });
  assert.ok(least !== undefined && least.videoKbps >= videoKbpsMin);
});

test('treats a missing duration as one second', () => {
  assert.equal(videoRates({ durationMs: 0, sizeBytesMax: 1e6, share: 0.94 })?.videoKbps, 7520 - 128 - 12);
});
