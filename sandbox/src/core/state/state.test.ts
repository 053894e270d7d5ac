import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openState } from './state.ts';
import { collection, StoreFull, type Tx } from './store.ts';

const notes = collection<{ text: string }>('toy/notes');
const plant = (tx: Tx): void => notes.put(tx, 'seed', { text: 'planted' });

function scratchFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'herald-sandbox-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'deep', 'sandbox.jsonl');
}

const texts = (state: ReturnType<typeof openState>): string[] => notes.all(state.store).map((note) => note.text);

test('restores committed data after a restart and plants seeds once', (t) => {
  const file = scratchFile(t);
  const first = openState({ file, plant });
  first.store.commit((tx) => {
    notes.put(tx, 'a', { text: 'one' });
    notes.put(tx, 'b', { text: 'two' });
    notes.delete(tx, 'seed');
  });
  first.close();
  const second = openState({ file, plant });
  t.after(second.close);
  assert.deepEqual(texts(second), ['one', 'two']);
});

test('drops a truncated last line and continues on a new one', (t) => {
  const file = scratchFile(t);
  openState({ file, plant }).close();
  const before = readFileSync(file, 'utf8');
  appendFileSync(file, '{"clock":"real","time":0,"drawn":0,"effects":[["toy/no');
  const state = openState({ file, plant });
  assert.equal(readFileSync(file, 'utf8'), before);
  state.store.commit((tx) => notes.put(tx, 'a', { text: 'after' }));
  state.close();
  const again = openState({ file, plant });
  t.after(again.close);
  assert.deepEqual(texts(again), ['planted', 'after']);
});

test('refuses to start when a line in the middle is unreadable, and names it', (t) => {
  const file = scratchFile(t);
  openState({ file, plant }).close();
  writeFileSync(file, `nonsense\n${readFileSync(file, 'utf8')}`);
  assert.throws(() => openState({ file, plant }), /line 1 cannot be read/);
});

test('a transaction that throws changes neither memory nor file', (t) => {
  const file = scratchFile(t);
  const state = openState({ file, plant });
  t.after(state.close);
  const before = readFileSync(file, 'utf8');
  assert.throws(() =>
    state.store.commit((tx) => {
      notes.put(tx, 'seed', { text: 'changed' });
      notes.put(tx, 'new', { text: 'new' });
      throw new Error('no');
    }),
  );
  assert.deepEqual(texts(state), ['planted']);
  assert.equal(readFileSync(file, 'utf8'), before);
});

test('compacts the file at start and while running', (t) => {
  const file = scratchFile(t);
  const state = openState({ file, plant });
  const text = 'x'.repeat(10_000);
  for (let round = 0; round < 500; round += 1) state.store.commit((tx) => notes.put(tx, 'a', { text }));
  assert.ok(statSync(file).size < 1_100_000);
  state.close();
  const again = openState({ file, plant });
  t.after(again.close);
  assert.ok(statSync(file).size < 20_000);
  assert.deepEqual(texts(again), ['planted', text]);
});

test('seeded IDs and the manual clock continue after a restart', (t) => {
  const file = scratchFile(t);
  const run = (): { id: string; at: number } => {
    const state = openState({ file, seed: 's', plant });
    state.advance(5);
    const id = state.random.digits(10);
    state.store.commit((tx) => notes.put(tx, id, { text: id }));
    state.close();
    return { id, at: state.clock.now() };
  };
  const [one, two] = [run(), run()];
  assert.equal(one.at, Date.parse('2026-01-01T00:00:00.005Z'));
  assert.equal(two.at, one.at + 5);
  assert.notEqual(one.id, two.id);
});

test('stores media by hash and deletes them on reset', async (t) => {
  for (const options of [{ plant }, { plant, file: scratchFile(t) }]) {
    const state = openState(options);
    const { sha256, sizeBytes } = await state.media.keep(Buffer.from('abc'));
    assert.equal(sha256, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    assert.equal(sizeBytes, 3);
    assert.equal(Buffer.from((await state.media.read(sha256)) ?? []).toString(), 'abc');
    state.reset();
    assert.equal(await state.media.read(sha256), undefined);
    assert.deepEqual(texts(state), ['planted']);
    state.close();
  }
});

test('refuses to store more than its limit, but accepts deletes', (t) => {
  const file = scratchFile(t);
  const state = openState({ file, plant, stateBytesMax: 1000 });
  t.after(state.close);
  state.store.commit((tx) => notes.put(tx, 'a', { text: 'x'.repeat(600) }));
  assert.throws(() => state.store.commit((tx) => notes.put(tx, 'b', { text: 'y'.repeat(600) })), StoreFull);
  assert.deepEqual(texts(state), ['planted', 'x'.repeat(600)]);
  state.store.commit((tx) => notes.delete(tx, 'a'));
  state.store.commit((tx) => notes.put(tx, 'b', { text: 'y'.repeat(600) }));
  assert.deepEqual(texts(state), ['planted', 'y'.repeat(600)]);
});
