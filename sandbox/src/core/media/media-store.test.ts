import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createMediaStore } from './media-store.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function scratchFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'herald-media-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

for (const kind of ['in memory', 'in a folder']) {
  test(`joins parts into one file in the given order, ${kind}`, async (t) => {
    const store = createMediaStore(kind === 'in memory' ? undefined : scratchFolder(t));
    const one = await store.keep(Buffer.from('one'));
    const two = await store.keep(Buffer.from('two'));
    const joined = await store.join([two.sha256, one.sha256, two.sha256]);
    assert.deepEqual(joined, { sha256: sha256('twoonetwo'), sizeBytes: 9 });
    assert.equal(Buffer.from((await store.read(sha256('twoonetwo'))) ?? []).toString(), 'twoonetwo');
    assert.equal(await store.join([one.sha256, sha256('never kept')]), undefined);
  });
}

test('leaves no partial file when a part is missing', async (t) => {
  const folder = scratchFolder(t);
  const store = createMediaStore(folder);
  const { sha256: storedHash } = await store.keep(Buffer.from('one'));
  await store.join([storedHash, sha256('never kept')]);
  assert.deepEqual(readdirSync(folder), [storedHash]);
});

test('evicts the oldest files in memory', async () => {
  const store = createMediaStore();
  const large = (fill: number) => store.keep(Buffer.alloc(30 * 1024 * 1024, fill));
  const [one, two, three] = [await large(1), await large(2), await large(3)];
  assert.equal(await store.read(one.sha256), undefined);
  assert.equal((await store.read(two.sha256))?.length, two.sizeBytes);
  assert.equal((await store.read(three.sha256))?.length, three.sizeBytes);
});

test('evicts the oldest files in a folder, even after a restart', async (t) => {
  const folder = scratchFolder(t);
  const one = await createMediaStore(folder, 10).keep(Buffer.from('11111'));
  const store = createMediaStore(folder, 10);
  const two = await store.keep(Buffer.from('22222'));
  const three = await store.keep(Buffer.from('33333'));
  assert.deepEqual(readdirSync(folder).sort(), [two.sha256, three.sha256].sort());
  assert.equal(await store.read(one.sha256), undefined);
});
