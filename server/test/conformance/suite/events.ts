import assert from 'node:assert/strict';
import { newAccount } from '../people.ts';
import { edgeFor, isNamedWait, lostKinds, resetSeconds, type Suite } from './suite.ts';

const refusals = { tokenExpired: 'disconnected', tokenRevoked: 'disconnected', scopeMissing: 'scopeMissing' };

/** Other tests check signatures and bodies over HTTP. */
export const eventsSuite: Suite = (fixture, check) => {
  const { events } = fixture.adapter;
  const { events: eventsCase } = fixture.platformCase;
  assert.equal(events === undefined, eventsCase === undefined, 'the description of events is missing');
  if (events === undefined || eventsCase === undefined) return;
  const { subscribe: operation } = eventsCase.operations;

  check(['events'], 'an account is subscribed, also twice', async () => {
    const account = await newAccount(fixture);
    for (let turn = 0; turn < 2; turn += 1) {
      assert.deepEqual(await events.subscribe(fixture.as(account)), { kind: 'subscribed' });
    }
    assert.equal((await fixture.requests(operation)).length >= 2, true);
  });

  check(['events'], 'an account without the scopes is left alone', async () => {
    const account = await newAccount(fixture);
    const before = (await fixture.requests(operation)).length;
    assert.deepEqual(await events.subscribe(fixture.as({ ...account, grantedScopes: [] })), { kind: 'subscribed' });
    assert.equal((await fixture.requests(operation)).length, before);
  });
  for (const kind of lostKinds) {
    check(['events', kind], 'a subscription without a valid response is not done', async () => {
      const account = await newAccount(fixture);
      await fixture.fault(kind, operation);
      const result = await events.subscribe(fixture.as(account, edgeFor(kind)));
      assert.equal(result.kind, 'notDone', JSON.stringify(result));
    });
  }
  check(['events', 'rateLimit'], 'a subscription returns how long to wait', async () => {
    const account = await newAccount(fixture);
    await fixture.fault('rateLimit', operation, { value: resetSeconds });
    const result = await events.subscribe(fixture.as(account));
    assert.ok(result.kind === 'rateLimited' && isNamedWait(fixture, result.retryAfterMs), JSON.stringify(result));
  });
  for (const [kind, expected] of Object.entries(refusals)) {
    check(['events', kind], 'a refused subscription returns the reason', async () => {
      const account = await newAccount(fixture);
      await fixture.fault(kind, operation);
      assert.equal((await events.subscribe(fixture.as(account))).kind, expected);
    });
  }
};
