import assert from 'node:assert/strict';
import { publish, ready, readyFollowUp, send } from '../drive.ts';
import { approve, formValues, newAccount } from '../people.ts';
import type { PlatformFixture } from '../platform-fixture.ts';
import { simplePost } from './refresh.ts';
import type { Suite } from './suite.ts';

const edge = { isOffline: true } as const;

/** Unsent requests had no effect, so everything can be retried. */
export const offlineSuite: Suite = (fixture, check) => {
  const { adapter, platformCase } = fixture;

  check(['connect', 'notSent'], 'an unreachable platform is unavailable', async () => {
    for (const result of await connectOffline(fixture))
      assert.equal(result.kind, 'unavailable', JSON.stringify(result));
  });

  const { refresh, revoke } = adapter.connect;
  if (refresh !== undefined) {
    check(['refresh', 'notSent'], 'a refresh that was never sent is retried later', async () => {
      const account = await newAccount(fixture);
      await fixture.advance(platformCase.refresh?.afterMs ?? 0);
      assert.equal((await refresh(fixture.as(account, edge))).kind, 'later');
      if (revoke !== undefined) assert.equal(await revoke(fixture.as(account, edge)), false);
    });
  }

  for (const name of new Set(
    platformCase.prepare.filter((step) => step.isSpareable !== true).map((step) => step.post),
  )) {
    check(['prepare', 'notSent'], `${name} is not done`, async () => {
      const step = await adapter.publish.prepare(
        fixture.as(await newAccount(fixture), edge),
        fixture.post(name),
        undefined,
      );
      assert.equal(step.kind, 'notDone', JSON.stringify(step));
    });
  }

  check(
    ['send', 'notSent'],
    'a send that was never sent is not done, and a failed look-up settles nothing',
    async () => {
      const account = await newAccount(fixture);
      const post = simplePost(fixture);
      const { publishState } = await ready(fixture, fixture.as(account), post);
      const call = fixture.as(account, edge);
      const outcome = await adapter.publish.send(call, post, publishState);
      assert.equal(outcome.kind, 'notDone', JSON.stringify(outcome));
      const settled = await adapter.publish.settle(call, post, { publishState, sentAt: fixture.now() });
      assert.equal(settled.kind, 'inconclusive', JSON.stringify(settled));
      const again = await adapter.publish.prepare(fixture.as(account), post, publishState);
      assert.ok(again.kind === 'ready', 'the post could not be prepared again');
      const second = await send(fixture, fixture.as(account), post, again.publishState);
      assert.equal(second.kind, 'published', JSON.stringify(second));
      assert.equal((await fixture.ledger(account)).length, 1);
    },
  );

  check(['afterwards', 'notSent'], 'a published post stays unchanged', async () => {
    const account = await newAccount(fixture);
    const post = fixture.post(platformCase.followUps?.[0]?.post ?? platformCase.posts[0]?.name ?? '');
    const published = await publish(fixture, account, post);
    const call = fixture.as(account, edge);
    const position = { postId: published.id, previousId: published.id };
    const [name] = adapter.publish.followUps?.list(post) ?? [];
    const followUp = name === undefined ? undefined : { name, index: 0, ...position };
    const publishState = followUp && (await readyFollowUp(fixture, fixture.as(account), post, followUp));
    const outcomes = [
      await adapter.unpublish?.(call, published),
      await adapter.externalPosts?.list(call, { limit: 10 }),
      followUp && (await adapter.publish.followUps?.send(call, post, followUp, publishState)),
    ].filter((outcome) => outcome !== undefined);
    for (const outcome of outcomes) assert.equal(outcome.kind, 'notDone', JSON.stringify(outcome));
    assert.equal(await adapter.publish.permalink?.(call, published.id), undefined);
    const [entry] = await fixture.ledger(account);
    assert.equal(entry?.deletedAt, null);
  });
};

async function connectOffline(fixture: PlatformFixture): Promise<{ kind: string }[]> {
  const { connect: way } = fixture.adapter;
  const call = fixture.call(edge);
  const name = fixture.newName();
  switch (way.kind) {
    case 'oauth':
      return [await way.exchange(call, await approve(fixture, way, { name }))];
    case 'form':
      return [await way.signIn(call, formValues(fixture, way, { name }))];
    case 'code':
      return [
        await way.invite(call, 'code'),
        await way.readCodes(call, undefined),
        await way.open(call, { chatId: '-1', senderId: '7' }),
      ];
  }
}
