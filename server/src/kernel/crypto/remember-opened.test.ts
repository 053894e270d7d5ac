import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from './random.ts';
import { rememberOpened } from './remember-opened.ts';
import { createSealer, SealBroken, type Sealer } from './seal.ts';

const random = seededRandom('remember');
const sealer = createSealer([{ id: 'k', secret: Buffer.from(random.bytes(32)) }], random);
const sealContext = { table: 't', row: 'r', column: 'c', owner: 'o' };

function counting(): { counted: Sealer; count(): number } {
  let count = 0;
  const open: Sealer['open'] = (sealed, where) => {
    count += 1;
    return sealer.open(sealed, where);
  };
  return { counted: { keyId: sealer.keyId, seal: sealer.seal, open }, count: () => count };
}

test('opens a text once, and again after it was evicted', () => {
  const { counted, count } = counting();
  const remembering = rememberOpened(counted, 1);
  const [a, b] = [sealer.seal('a', sealContext), sealer.seal('b', sealContext)];
  assert.deepEqual([remembering.open(a, sealContext), remembering.open(a, sealContext), count()], ['a', 'a', 1]);
  assert.deepEqual([remembering.open(b, sealContext), remembering.open(a, sealContext), count()], ['b', 'a', 3]);
});

test('a remembered text does not open in another context, and a broken one throws every time', () => {
  const remembering = rememberOpened(sealer, 10);
  const sealed = sealer.seal('a', sealContext);
  assert.equal(remembering.open(sealed, sealContext), 'a');
  for (const other of [{ row: 'x' }, { owner: 'x' }, { column: 'x' }, { table: 'x' }]) {
    assert.throws(() => remembering.open(sealed, { ...sealContext, ...other }), SealBroken);
    assert.throws(() => remembering.open(sealed, { ...sealContext, ...other }), SealBroken);
  }
});
