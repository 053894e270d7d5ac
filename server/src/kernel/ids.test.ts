import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { manualClock } from './time/clock.ts';
import { createIds } from './ids.ts';
import { seededRandom } from './crypto/random.ts';

const instants = fc.date({ min: new Date('1971-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });
const idAt = (at: Date, seed: string) => createIds(manualClock(at), seededRandom(seed)).make('profile');

test('an ID is the prefix of its kind and 24 characters 0-9a-z', () => {
  fc.assert(fc.property(instants, fc.string(), (at, seed) => /^prf_[0-9a-z]{24}$/.test(idAt(at, seed))));
  const ids = createIds(manualClock(new Date(0)), seededRandom('x'));
  assert.match(ids.make('user'), /^usr_/);
  assert.match(ids.make('apiKey'), /^key_/);
  assert.match(ids.make('request'), /^req_/);
});

test('IDs sort by their creation time', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 1e9 }), fc.string(), (at, laterMs, seed) => {
      assert.ok(idAt(at, seed) < idAt(new Date(at.getTime() + laterMs), `${seed} later`));
    }),
  );
});

test('IDs created at the same instant differ', () => {
  const ids = createIds(manualClock(new Date(0)), seededRandom('x'));
  const created = Array.from({ length: 1000 }, () => ids.make('profile'));
  assert.equal(new Set(created).size, 1000);
});

test('skips random bytes that would favor some characters', () => {
  let calls = 0;
  const random = { bytes: (count: number) => new Uint8Array(count).fill((calls += 1) === 1 ? 255 : 35) };
  const id = createIds(manualClock(new Date(0)), random).make('profile');
  assert.equal(id, `prf_000000000${'z'.repeat(15)}`);
});
