import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { probe } from './read/probe.ts';
import { hostileFiles } from './test/hostile-files.ts';
import { container, noise, watch } from './test/samples.ts';

describe('hostile files are refused in time and without reading much', () => {
  for (const [name, make, reason] of hostileFiles) {
    test(name, { timeout: 20_000 }, async () => {
      const source = watch(await make());
      const probed = await probe(source);
      assert.equal(probed.kind, 'refused', JSON.stringify(probed));
      assert.match(probed.reason, reason);
      assert.ok(
        source.bytesRead() <= 32 * 1024 * 1024 && source.opened() <= 600,
        `${source.bytesRead()} ${source.opened()}`,
      );
    });
  }

  test('random byte changes yield either media or a refusal', { timeout: 60_000 }, async () => {
    const kinds = ['Mp4', 'Mov', 'WebM', 'Ogg', 'Mp3', 'Adts', 'Wav'] as const;
    for (const kind of kinds) {
      const isSound = ['Ogg', 'Mp3', 'Adts', 'Wav'].includes(kind);
      const movie = await container(kind, isSound ? { sound: true } : { picture: true, sound: true });
      const dice = noise(4 * 3 * 60);
      for (let round = 0; round < 60; round++) {
        const bytes = Buffer.from(movie.subarray(0, 4000));
        for (let hit = 0; hit < 3; hit++) {
          const roll = dice.readUInt32LE((round * 3 + hit) * 4);
          bytes[(roll >>> 8) % Math.min(bytes.length, 1500)] = roll & 0xff;
        }
        assert.match((await probe(watch(bytes))).kind, /^(media|refused)$/);
      }
    }
  });

  test('does not expand tables that claim four billion samples', { timeout: 20_000 }, async () => {
    const bytes = await container('Mp4', { picture: true });
    const at = bytes.indexOf('stts');
    bytes.writeUInt32BE(0xffffffff, at + 12);
    assert.equal((await probe(watch(bytes))).kind, 'media');
  });
});
