import assert from 'node:assert/strict';
import { prepare, ready, send, tokenMeaning } from '../drive.ts';
import { newAccount } from '../people.ts';
import type { Step } from '../platform-case.ts';
import { edgeFor, isNamedWait, lostKinds, resetSeconds, type Suite } from './suite.ts';

/** What goes wrong before the irrevocable call costs time and nothing else. */
export const prepareFaultsSuite: Suite = (world, check) => {
  const { given } = world;
  const patience = 5;

  for (const { operation, post: name, isSpareable, skip = 0, spares = [] } of given.prepare) {
    const which = skip === 0 ? operation : `${operation} number ${skip + 1}`;
    for (const kind of [...lostKinds, 'rateLimit', 'slow'] as const) {
      if (spares.includes(kind)) continue;
      check(['prepare', kind], `${which} for ${name} is repeated, and one post comes of it`, async () => {
        const account = await newAccount(world);
        const post = world.post(name);
        const value = kind === 'rateLimit' ? { value: resetSeconds } : kind === 'slow' ? { value: 20 } : {};
        const edge = await world.laterFault(kind, operation, { skip, ...value });
        const call = world.as(account, { ...edge, ...edgeFor(kind) });
        const beganAt = world.now();
        const { handle, refusals } = await ready(world, call, post, { patience });
        const expected = isSpareable === true || kind === 'slow' ? [] : [kind === 'rateLimit' ? kind : 'notDone'];
        assert.deepEqual(
          refusals.map((refusal) => (refusal.kind === 'rateLimited' ? 'rateLimit' : refusal.kind)),
          expected,
        );
        const [refusal] = refusals;
        if (refusal?.kind === 'rateLimited') {
          assert.ok(isNamedWait(world, refusal.retryAfterMs, beganAt), String(refusal.retryAfterMs));
        }
        assert.deepEqual(await world.ledger(account), [], 'published before it was sent');
        assert.equal((await send(world, world.as(account), post, handle)).kind, 'published');
        assert.equal((await world.ledger(account)).length, 1);
      });
    }
  }

  for (const { operation, post: name, spares = [] } of given.prepare.filter(isPlain)) {
    for (const [kind, cause] of Object.entries(given.tokens)) {
      if (spares.includes(kind)) continue;
      check(['prepare', kind], `${operation} for ${name} says whose token is refused, and how`, async () => {
        const account = await newAccount(world);
        await world.fault(kind, operation);
        const prepared = await prepare(world, world.as(account), world.post(name), { patience });
        assert.ok('kind' in prepared, JSON.stringify(prepared));
        assert.equal(tokenMeaning(prepared), cause);
      });
    }
  }

  for (const { operation, post: name, failure, value } of given.processing ?? []) {
    if (failure === 'rejected') {
      check(['prepare', 'processingSlow'], `${name} is waited for`, async () => {
        const slowMs = 90_000;
        const account = await newAccount(world);
        const post = world.post(name);
        await world.fault('processingSlow', operation, { value: slowMs });
        const call = world.as(account);
        const { handle, waitedMs } = await ready(world, call, post, { patience });
        assert.ok(waitedMs >= slowMs, `${waitedMs} ms`);
        assert.equal((await send(world, call, post, handle)).kind, 'published');
      });
    }
    check(['prepare', 'processingFailed'], `${name} is ${failure}`, async () => {
      const account = await newAccount(world);
      const post = world.post(name);
      await world.fault('processingFailed', operation, value === undefined ? {} : { value });
      const call = world.as(account);
      const prepared = await prepare(world, call, post);
      if (failure === 'rejected') {
        assert.equal('kind' in prepared && prepared.kind, 'rejected', JSON.stringify(prepared));
      } else {
        assert.ok('handle' in prepared, JSON.stringify(prepared));
        assert.equal((await send(world, call, post, prepared.handle)).kind, 'published');
        assert.equal((await world.ledger(account)).length, 1);
      }
    });
  }
};

const isPlain = ({ isSpareable, skip }: Step): boolean => isSpareable !== true && skip === undefined;
