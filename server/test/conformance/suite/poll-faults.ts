import assert from 'node:assert/strict';
import type { Outcome, RemoteAccount } from '../../../src/platforms/adapter.ts';
import { ready } from '../drive.ts';
import { newAccount } from '../people.ts';
import type { Edge, World } from '../world.ts';
import { edgeFor, lostKinds, type Suite } from './suite.ts';

const pollsMax = 60;
const patience = 3;

/** What the network finishes after it has accepted: trouble with asking is no word that it failed. */
export const pollFaultsSuite: Suite = (world, check) => {
  const { given, adapter } = world;
  assert.equal(adapter.publish.poll === undefined, given.poll === undefined, 'polling needs its description');

  for (const { operation, post: name, processedBy } of given.poll ?? []) {
    for (const kind of [...lostKinds, 'rateLimit']) {
      check(['poll', kind], `${operation} for ${name} is asked again, and one post comes of it`, async () => {
        const account = await newAccount(world);
        const outcome = await follow(world, account, {
          name,
          edge: edgeFor(kind),
          accepted: () => world.fault(kind, operation),
        });
        assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
        assert.equal((await world.ledger(account)).length, 1);
      });
    }
    if (processedBy === undefined) continue;
    check(['poll', 'processingSlow'], `${name} is waited for`, async () => {
      const account = await newAccount(world);
      await world.fault('processingSlow', processedBy, { value: 90_000 });
      const beganAt = world.now();
      assert.equal((await follow(world, account, { name })).kind, 'published');
      assert.ok(world.now().getTime() - beganAt.getTime() >= 90_000);
    });
    check(['poll', 'processingFailed'], `${name} is rejected or prepared again`, async () => {
      const account = await newAccount(world);
      await world.fault('processingFailed', processedBy);
      const outcome = await follow(world, account, { name });
      assert.ok(['rejected', 'preparationLost'].includes(outcome.kind), JSON.stringify(outcome));
    });
  }
};

type Course = { name: string; edge?: Edge; accepted?(): Promise<void> };

/** As the engine does: what is not done while polling is only asked about again. The edge is that of the first poll. */
async function follow(world: World, account: RemoteAccount, { name, edge, accepted }: Course): Promise<Outcome> {
  const post = world.post(name);
  const { publish } = world.adapter;
  assert.ok(publish.poll);
  const { handle } = await ready(world, world.as(account), post);
  const sent = await publish.send(world.as(account), post, handle);
  assert.ok(sent.kind === 'pending', JSON.stringify(sent));
  await accepted?.();
  let last = sent;
  for (let count = 0, refusals = 0; count < pollsMax && refusals <= patience; count += 1) {
    await world.advance(last.pollAfterMs);
    const outcome = await publish.poll(world.as(account, count === 0 ? edge : {}), post, last.handle);
    if (outcome.kind === 'pending') last = outcome;
    else if (outcome.kind === 'notDone' || outcome.kind === 'rateLimited') refusals += 1;
    else return outcome;
  }
  return last;
}
