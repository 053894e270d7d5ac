import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { grantSlots, slotCaps, type Waiting } from './grant-slots.ts';

type Load = Parameters<typeof grantSlots>[0];

const quick = (id: string, ownerId = `owner of ${id}`, inFlight = 0): Waiting => ({
  id,
  ownerId,
  inFlight,
  isQuick: true,
});
const slow = (id: string, ownerId = `owner of ${id}`, inFlight = 0): Waiting => ({
  id,
  ownerId,
  inFlight,
  isQuick: false,
});

function loadOf(waiting: readonly Waiting[], others = { inFlight: 0, slowInFlight: 0 }): Load {
  const sum = (some: readonly Waiting[]): number => some.reduce((total, one) => total + one.inFlight, 0);
  return {
    waiting,
    inFlight: sum(waiting) + others.inFlight,
    slowInFlight: sum(waiting.filter((one) => !one.isQuick)) + others.slowInFlight,
    ownerInFlight: (ownerId) => sum(waiting.filter((one) => one.ownerId === ownerId)),
  };
}

const loads = fc
  .record({
    endpoints: fc.array(
      fc.record({ owner: fc.integer({ min: 1, max: 6 }), inFlight: fc.nat({ max: 5 }), isQuick: fc.boolean() }),
      { maxLength: 64 },
    ),
    others: fc
      .nat({ max: 34 })
      .chain((inFlight) => fc.record({ inFlight: fc.constant(inFlight), slowInFlight: fc.nat({ max: inFlight }) })),
  })
  .map(({ endpoints, others }) =>
    loadOf(
      endpoints.map(({ owner, ...one }, index) => ({ id: `whk_${index}`, ownerId: `usr_${owner}`, ...one })),
      others,
    ),
  );

function after(load: Load) {
  const granted = grantSlots(load);
  const of = (one: Waiting): number => granted.get(one.id) ?? 0;
  const all = [...granted.values()].reduce((total, count) => total + count, 0);
  const slowly = load.waiting.filter((one) => !one.isQuick).reduce((total, one) => total + of(one), 0);
  const ownerGranted = (ownerId: string): number =>
    load.waiting.filter((one) => one.ownerId === ownerId).reduce((total, one) => total + of(one), 0);
  const isWithin = (one: Waiting, room: 0 | 1): boolean =>
    one.inFlight + of(one) + room <= slotCaps.endpoint &&
    load.ownerInFlight(one.ownerId) + ownerGranted(one.ownerId) + room <= slotCaps.owner;
  return {
    granted,
    of,
    all,
    slowly,
    isWithin,
    free: slotCaps.all - load.inFlight - all,
    slow: load.slowInFlight + slowly,
  };
}

test('never exceeds 32 in flight in total or 20 per claim of an endpoint', () => {
  fc.assert(
    fc.property(loads, (load) => {
      const { all, granted } = after(load);
      assert.ok(all <= Math.max(0, slotCaps.all - load.inFlight));
      for (const count of granted.values()) assert.ok(count >= 1 && count <= slotCaps.claim);
      for (const id of granted.keys()) assert.ok(load.waiting.some((one) => one.id === id));
    }),
  );
});

test('slow endpoints never take the last 16 slots', () => {
  fc.assert(
    fc.property(loads, (load) => {
      const { slow, slowly } = after(load);
      assert.ok(slowly === 0 || slow <= slotCaps.slow);
    }),
  );
});

test('no endpoint within its caps waits while a slot is free', () => {
  fc.assert(
    fc.property(loads, (load) => {
      const { free, slow, isWithin } = after(load);
      if (free <= 0) return;
      for (const one of load.waiting) {
        const isHeldBack = !one.isQuick && slow >= slotCaps.slow;
        assert.ok(isHeldBack || !isWithin(one, 1), one.id);
      }
    }),
  );
});

test('only quick endpoints exceed their caps, while none within theirs waits and 8 slots stay free', () => {
  fc.assert(
    fc.property(loads, (load) => {
      const { of, free, slow, isWithin } = after(load);
      const beyond = load.waiting.filter((one) => of(one) > 0 && !isWithin(one, 0));
      if (beyond.length === 0) return;
      // An owner over its cap may include slow endpoints that were served within it.
      assert.ok(beyond.some((one) => one.isQuick));
      for (const one of beyond) assert.ok(one.isQuick || one.inFlight + of(one) <= slotCaps.endpoint);
      assert.ok(free >= slotCaps.reserve);
      for (const one of load.waiting) assert.ok(!isWithin(one, 1) || (!one.isQuick && slow >= slotCaps.slow));
    }),
  );
});

test('a single endpoint gets 20 slots when it is quick and 4 when it is slow or new', () => {
  assert.deepEqual(grantSlots(loadOf([quick('a')])), new Map([['a', 20]]));
  assert.deepEqual(grantSlots(loadOf([slow('a')])), new Map([['a', 4]]));
});

test('grants one slot each in turn while slots are scarce', () => {
  const waiting = Array.from({ length: 40 }, (_, index) => quick(`whk_${index}`));
  const granted = grantSlots(loadOf(waiting));
  assert.equal(granted.size, 32);
  assert.deepEqual(new Set(granted.values()), new Set([1]));
});

test('the endpoints of one owner share 8 slots while another owner waits', () => {
  const mine = ['a', 'b', 'c', 'd'].map((id) => quick(id, 'mine'));
  const others = Array.from({ length: 6 }, (_, index) => quick(`o${index}`, `other ${index}`));
  const granted = grantSlots(loadOf([...mine, ...others]));
  assert.equal(
    mine.reduce((total, one) => total + (granted.get(one.id) ?? 0), 0),
    8,
  );
});

test('sixteen hanging endpoints leave sixteen slots to quick ones', () => {
  const hanging = Array.from({ length: 16 }, (_, index) => slow(`slow ${index}`));
  const granted = grantSlots(loadOf([...hanging, quick('a'), quick('b'), quick('c'), quick('d')]));
  assert.equal(
    hanging.reduce((total, one) => total + (granted.get(one.id) ?? 0), 0),
    16,
  );
  for (const id of ['a', 'b', 'c', 'd']) assert.equal(granted.get(id), 4);
});

test('grants nothing when all slots are taken or no endpoint waits', () => {
  assert.equal(grantSlots(loadOf([quick('a')], { inFlight: 32, slowInFlight: 0 })).size, 0);
  assert.equal(grantSlots(loadOf([])).size, 0);
});
