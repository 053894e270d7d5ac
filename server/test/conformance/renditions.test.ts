import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { renderImage } from '../../src/imaging/rendition.ts';
import { seededRandom } from '../../src/kernel/crypto/random.ts';
import { cases } from './index.ts';
import { publish } from './drive.ts';
import { newAccount } from './people.ts';
import { startWorld } from './world.ts';

/** Noise, so that nothing makes it small. */
const side = 2000;
const noise = Buffer.from(seededRandom('noise').bytes(side * side * 3));
const png = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
  .png({ compressionLevel: 1 })
  .toBuffer();

for (const name of ['instagram', 'bluesky']) {
  test(`${name} takes the rendition of a PNG of 12 MB that it would have refused`, async () => {
    assert.ok(png.length > 11.5e6, String(png.length));
    const given = cases.find(({ adapter }) => adapter.name === name);
    const rule = given?.adapter.publish.limits.media.rules.find(({ type }) => type === 'image');
    assert.ok(given && rule);
    const rendition = await renderImage({ sizeBytes: png.length, open: async (range) => parts(range) }, rule);
    assert.ok(rendition.kind === 'rendered', rendition.kind);
    assert.ok(rendition.bytes.length <= rule.sizeBytesMax);
    assert.ok(rendition.changes.length > 0);

    const world = await startWorld(given);
    after(() => world.close());
    const { bytes, contentType, width, height } = rendition;
    const media = world.fixtures.file(bytes, { type: 'image', contentType, width, height });
    const account = await newAccount(world);
    await publish(world, account, world.fixtures.with([media], 'Now it fits'));
    const [post, ...others] = await world.ledger(account);
    assert.deepEqual(others, []);
    assert.deepEqual(
      post?.media.map(({ sha256 }) => sha256),
      [world.fixtures.sha256(media)],
    );
  });
}

async function* parts({ start, end } = { start: 0, end: png.length }): AsyncGenerator<Uint8Array> {
  yield png.subarray(start, end);
}
