import assert from 'node:assert/strict';
import type { Outcome, RemoteAccount } from '../../../src/platforms/adapter.ts';
import { ready } from '../drive.ts';
import { newAccount } from '../people.ts';
import type { Edge, PlatformFixture } from '../platform-fixture.ts';
import { edgeFor, lostKinds, type Suite } from './suite.ts';

const pollsMax = 60;
const patience = 3;

/** A failed poll does not mean that the post failed. */
export const pollFaultsSuite: Suite = (fixture, check) => {
  const { platformCase, adapter } = fixture;
  assert.equal(
    adapter.publish.poll === undefined,
    platformCase.poll === undefined,
    'the description of polling is missing',
  );

  for (const { operation, post: name, processedBy } of platformCase.poll ?? []) {
    for (const kind of [...lostKinds, 'rateLimit']) {
      check(['poll', kind], `${operation} for ${name} is repeated, and one post is published`, async () => {
        const account = await newAccount(fixture);
        const outcome = await follow(fixture, account, {
          name,
          edge: edgeFor(kind),
          accepted: () => fixture.fault(kind, operation),
        });
        assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
        assert.equal((await fixture.ledger(account)).length, 1);
      });
    }
    if (processedBy === undefined) continue;
    check(['poll', 'processingSlow'], `waits for ${name}`, async () => {
      const account = await newAccount(fixture);
      await fixture.fault('processingSlow', processedBy, { value: 90_000 });
      const beganAt = fixture.now();
      assert.equal((await follow(fixture, account, { name })).kind, 'published');
      assert.ok(fixture.now().getTime() - beganAt.getTime() >= 90_000);
    });
    check(['poll', 'processingFailed'], `${name} is rejected or prepared again`, async () => {
      const account = await newAccount(fixture);
      await fixture.fault('processingFailed', processedBy);
      const outcome = await follow(fixture, account, { name });
      assert.ok(['rejected', 'preparationLost'].includes(outcome.kind), JSON.stringify(outcome));
    });
  }
};

type Course = { name: string; edge?: Edge; accepted?(): Promise<void> };

/** Only repeats a failed poll. `edge` applies to the first poll. */
async function follow(
  fixture: PlatformFixture,
  account: RemoteAccount,
  { name, edge, accepted }: Course,
): Promise<Outcome> {
  const post = fixture.post(name);
  const { publish } = fixture.adapter;
  assert.ok(publish.poll);
  const { publishState } = await ready(fixture, fixture.as(account), post);
  const sent = await publish.send(fixture.as(account), post, publishState);
  assert.ok(sent.kind === 'pending', JSON.stringify(sent));
  await accepted?.();
  let last = sent;
  for (let count = 0, refusals = 0; count < pollsMax && refusals <= patience; count += 1) {
    await fixture.advance(last.pollAfterMs);
    const outcome = await publish.poll(fixture.as(account, count === 0 ? edge : {}), post, last.publishState);
    if (outcome.kind === 'pending') last = outcome;
    else if (outcome.kind === 'notDone' || outcome.kind === 'rateLimited') refusals += 1;
    else return outcome;
  }
  return last;
}
