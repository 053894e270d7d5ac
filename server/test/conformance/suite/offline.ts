import assert from 'node:assert/strict';
import { publish, ready, readyFollowUp, send } from '../drive.ts';
import { approve, formValues, newAccount } from '../people.ts';
import type { World } from '../world.ts';
import { simplePost } from './refresh.ts';
import type { Suite } from './suite.ts';

const edge = { isOffline: true } as const;

/** Where no byte leaves, nothing has happened: everything may be tried again. */
export const offlineSuite: Suite = (world, check) => {
  const { adapter, given } = world;

  check(['connect', 'notSent'], 'a network that cannot be reached is unavailable', async () => {
    for (const answer of await connectOffline(world)) assert.equal(answer.kind, 'unavailable', JSON.stringify(answer));
  });

  const { refresh, revoke } = adapter.connect;
  if (refresh !== undefined) {
    check(['refresh', 'notSent'], 'a refresh that never left is tried later', async () => {
      const account = await newAccount(world);
      await world.advance(given.refresh?.afterMs ?? 0);
      assert.equal((await refresh(world.as(account, edge))).kind, 'later');
      if (revoke !== undefined) assert.equal(await revoke(world.as(account, edge)), false);
    });
  }

  for (const name of new Set(given.prepare.filter((step) => step.isSpareable !== true).map((step) => step.post))) {
    check(['prepare', 'notSent'], `${name} is not done`, async () => {
      const step = await adapter.publish.prepare(world.as(await newAccount(world), edge), world.post(name), undefined);
      assert.equal(step.kind, 'notDone', JSON.stringify(step));
    });
  }

  check(['send', 'notSent'], 'what never left is not done, and what cannot be looked up is not settled', async () => {
    const account = await newAccount(world);
    const post = simplePost(world);
    const { handle } = await ready(world, world.as(account), post);
    const call = world.as(account, edge);
    const outcome = await adapter.publish.send(call, post, handle);
    assert.equal(outcome.kind, 'notDone', JSON.stringify(outcome));
    const settled = await adapter.publish.settle(call, post, { handle, sentAt: world.now() });
    assert.equal(settled.kind, 'inconclusive', JSON.stringify(settled));
    const again = await adapter.publish.prepare(world.as(account), post, handle);
    assert.ok(again.kind === 'ready', 'after what was not done, preparing again leads to ready');
    const second = await send(world, world.as(account), post, again.handle);
    assert.equal(second.kind, 'published', JSON.stringify(second));
    assert.equal((await world.ledger(account)).length, 1);
  });

  check(['afterwards', 'notSent'], 'a post that is out stays as it is', async () => {
    const account = await newAccount(world);
    const post = world.post(given.followUps?.[0]?.post ?? given.posts[0]?.name ?? '');
    const published = await publish(world, account, post);
    const call = world.as(account, edge);
    const place = { postId: published.id, previousId: published.id };
    const [name] = adapter.publish.followUps?.list(post) ?? [];
    const followUp = name === undefined ? undefined : { name, index: 0, ...place };
    const handle = followUp && (await readyFollowUp(world, world.as(account), post, followUp));
    const answers = [
      await adapter.unpublish?.(call, published),
      await adapter.recentPosts?.(call, { limit: 10 }),
      followUp && (await adapter.publish.followUps?.send(call, post, followUp, handle)),
    ].filter((answer) => answer !== undefined);
    for (const answer of answers) assert.equal(answer.kind, 'notDone', JSON.stringify(answer));
    assert.equal(await adapter.publish.permalink?.(call, published.id), undefined);
    const [entry] = await world.ledger(account);
    assert.equal(entry?.deletedAt, null);
  });
};

async function connectOffline(world: World): Promise<{ kind: string }[]> {
  const { connect: way } = world.adapter;
  const call = world.call(edge);
  const name = world.newName();
  switch (way.kind) {
    case 'oauth':
      return [await way.exchange(call, await approve(world, way, { name }))];
    case 'form':
      return [await way.signIn(call, formValues(world, way, { name }))];
    case 'code':
      return [
        await way.invite(call, 'code'),
        await way.readCodes(call, undefined),
        await way.open(call, { chatId: '-1', senderId: '7' }),
      ];
  }
}
