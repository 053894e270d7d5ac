import assert from 'node:assert/strict';
import { prepare, ready, send, tokenMeaning } from '../drive.ts';
import { newAccount } from '../people.ts';
import type { Step } from '../platform-case.ts';
import { edgeFor, isNamedWait, lostKinds, resetSeconds, type Suite } from './suite.ts';

/** A failure before the send costs only time. */
export const prepareFaultsSuite: Suite = (fixture, check) => {
  const { platformCase } = fixture;
  const patience = 5;

  for (const { operation, post: name, isSpareable, skip = 0, spares = [] } of platformCase.prepare) {
    const which = skip === 0 ? operation : `${operation} number ${skip + 1}`;
    for (const kind of [...lostKinds, 'rateLimit', 'slow'] as const) {
      if (spares.includes(kind)) continue;
      check(['prepare', kind], `${which} for ${name} is repeated, and one post is published`, async () => {
        const account = await newAccount(fixture);
        const post = fixture.post(name);
        const value = kind === 'rateLimit' ? { value: resetSeconds } : kind === 'slow' ? { value: 20 } : {};
        const edge = await fixture.laterFault(kind, operation, { skip, ...value });
        const call = fixture.as(account, { ...edge, ...edgeFor(kind) });
        const beganAt = fixture.now();
        const { publishState, refusals } = await ready(fixture, call, post, { patience });
        const expected = isSpareable === true || kind === 'slow' ? [] : [kind === 'rateLimit' ? kind : 'notDone'];
        assert.deepEqual(
          refusals.map((refusal) => (refusal.kind === 'rateLimited' ? 'rateLimit' : refusal.kind)),
          expected,
        );
        const [refusal] = refusals;
        if (refusal?.kind === 'rateLimited') {
          assert.ok(isNamedWait(fixture, refusal.retryAfterMs, beganAt), String(refusal.retryAfterMs));
        }
        assert.deepEqual(await fixture.ledger(account), [], 'published before it was sent');
        assert.equal((await send(fixture, fixture.as(account), post, publishState)).kind, 'published');
        assert.equal((await fixture.ledger(account)).length, 1);
      });
    }
  }

  for (const { operation, post: name, spares = [] } of platformCase.prepare.filter(isPlain)) {
    for (const [kind, cause] of Object.entries(platformCase.tokens)) {
      if (spares.includes(kind)) continue;
      check(['prepare', kind], `${operation} for ${name} reports the refused token and its cause`, async () => {
        const account = await newAccount(fixture);
        await fixture.fault(kind, operation);
        const prepared = await prepare(fixture, fixture.as(account), fixture.post(name), { patience });
        assert.ok('kind' in prepared, JSON.stringify(prepared));
        assert.equal(tokenMeaning(prepared), cause);
      });
    }
  }

  for (const { operation, post: name, failure, value } of platformCase.processing ?? []) {
    if (failure === 'rejected') {
      check(['prepare', 'processingSlow'], `waits for ${name}`, async () => {
        const slowMs = 90_000;
        const account = await newAccount(fixture);
        const post = fixture.post(name);
        await fixture.fault('processingSlow', operation, { value: slowMs });
        const call = fixture.as(account);
        const { publishState, waitedMs } = await ready(fixture, call, post, { patience });
        assert.ok(waitedMs >= slowMs, `${waitedMs} ms`);
        assert.equal((await send(fixture, call, post, publishState)).kind, 'published');
      });
    }
    check(['prepare', 'processingFailed'], `${name} is ${failure}`, async () => {
      const account = await newAccount(fixture);
      const post = fixture.post(name);
      await fixture.fault('processingFailed', operation, value === undefined ? {} : { value });
      const call = fixture.as(account);
      const prepared = await prepare(fixture, call, post);
      if (failure === 'rejected') {
        assert.equal('kind' in prepared && prepared.kind, 'rejected', JSON.stringify(prepared));
      } else {
        assert.ok('publishState' in prepared, JSON.stringify(prepared));
        assert.equal((await send(fixture, call, post, prepared.publishState)).kind, 'published');
        assert.equal((await fixture.ledger(account)).length, 1);
      }
    });
  }
};

const isPlain = ({ isSpareable, skip }: Step): boolean => isSpareable !== true && skip === undefined;
