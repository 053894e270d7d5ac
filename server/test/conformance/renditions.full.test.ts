import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { renderImage } from '../../src/imaging/convert/rendition.ts';
import { seededRandom } from '../../src/kernel/crypto/random.ts';
import { cases } from './index.ts';
import { publish } from './drive.ts';
import { newAccount } from './people.ts';
import { startPlatformFixture } from './platform-fixture.ts';

/** Noise does not compress. */
const side = 2000;
const noise = Buffer.from(seededRandom('noise').bytes(side * side * 3));
const png = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
  .png({ compressionLevel: 1 })
  .toBuffer();

for (const name of ['instagram', 'bluesky']) {
  test(`${name} accepts the rendition of a 12 MB PNG that it would have rejected`, async () => {
    assert.ok(png.length > 11.5e6, String(png.length));
    const platformCase = cases.find(({ adapter }) => adapter.name === name);
    const rule = platformCase?.adapter.publish.limits.media.rules.find(({ type }) => type === 'image');
    assert.ok(platformCase && rule);
    const rendition = await renderImage({ sizeBytes: png.length, open: async (range) => parts(range) }, rule);
    assert.ok(rendition.kind === 'rendered', rendition.kind);
    assert.ok(rendition.bytes.length <= rule.sizeBytesMax);
    assert.ok(rendition.changes.length > 0);

    const fixture = await startPlatformFixture(platformCase);
    after(() => fixture.close());
    const { bytes, contentType, width, height } = rendition;
    const media = fixture.files.file(bytes, { type: 'image', contentType, width, height });
    const account = await newAccount(fixture);
    await publish(fixture, account, fixture.files.with([media], 'Now it fits'));
    const [post, ...others] = await fixture.ledger(account);
    assert.deepEqual(others, []);
    assert.deepEqual(
      post?.media.map(({ sha256 }) => sha256),
      [fixture.files.sha256(media)],
    );
  });
}

async function* parts({ start, end } = { start: 0, end: png.length }): AsyncGenerator<Uint8Array> {
  yield png.subarray(start, end);
}
