import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCursors } from './cursor.ts';
import { seededRandom } from './crypto/random.ts';

const key = (id: string) => ({ id, secret: Buffer.from(seededRandom(id).bytes(32)) });
const cursors = createCursors([key('a')]);

test('a cursor reads back its values, only for the same binding', () => {
  const cursor = cursors.write(['42', 'evt_1'], 'usr_1');
  assert.deepEqual(cursors.read(cursor, 'usr_1'), ['42', 'evt_1']);
  assert.equal(cursors.read(cursor, 'usr_2'), undefined);
});

test('rejects any modified cursor', () => {
  const cursor = cursors.write(['42', 'evt_1'], 'usr_1');
  for (let at = 0; at < cursor.length; at += 1) {
    for (const letter of ['A', 'b', '.', '_', '=', '']) {
      const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1);
      if (changed !== cursor) assert.equal(cursors.read(changed, 'usr_1'), undefined, changed);
    }
  }
  for (const text of ['', '.', '..', 'x', 'a.b.c', 'x'.repeat(10_000)])
    assert.equal(cursors.read(text, 'usr_1'), undefined);
});

test('reads cursors of the old key after a new key was added in front', () => {
  const cursor = cursors.write(['1'], 'usr_1');
  assert.deepEqual(createCursors([key('b'), key('a')]).read(cursor, 'usr_1'), ['1']);
  assert.equal(createCursors([key('b')]).read(cursor, 'usr_1'), undefined);
});
