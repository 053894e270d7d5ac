import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from './random.ts';
import { rememberOpened } from './remember-opened.ts';
import { createSealer, SealBroken, type Sealer } from './seal.ts';

const random = seededRandom('remember');
const sealer = createSealer([{ id: 'k', secret: Buffer.from(random.bytes(32)) }], random);
const place = { table: 't', row: 'r', column: 'c', owner: 'o' };

function counting(): { counted: Sealer; count(): number } {
  let count = 0;
  const open: Sealer['open'] = (sealed, where) => {
    count += 1;
    return sealer.open(sealed, where);
  };
  return { counted: { keyId: sealer.keyId, seal: sealer.seal, open }, count: () => count };
}

test('a text is opened once, and again when it was forgotten', () => {
  const { counted, count } = counting();
  const remembering = rememberOpened(counted, 1);
  const [a, b] = [sealer.seal('a', place), sealer.seal('b', place)];
  assert.deepEqual([remembering.open(a, place), remembering.open(a, place), count()], ['a', 'a', 1]);
  assert.deepEqual([remembering.open(b, place), remembering.open(a, place), count()], ['b', 'a', 3]);
});

test('what opened in its place does not open in another, and a broken one is broken each time', () => {
  const remembering = rememberOpened(sealer, 10);
  const sealed = sealer.seal('a', place);
  assert.equal(remembering.open(sealed, place), 'a');
  for (const other of [{ row: 'x' }, { owner: 'x' }, { column: 'x' }, { table: 'x' }]) {
    assert.throws(() => remembering.open(sealed, { ...place, ...other }), SealBroken);
    assert.throws(() => remembering.open(sealed, { ...place, ...other }), SealBroken);
  }
});
