import assert from 'node:assert/strict';
import type { Post } from '../../../src/platforms/adapter.ts';
import { publish, readyFollowUp } from '../drive.ts';
import { newAccount } from '../people.ts';
import type { World } from '../world.ts';
import { edgeFor, hadEffect, isNamedWait, lostKinds, resetSeconds, type Check, type Suite } from './suite.ts';

/** What can be done with a post once it is out. */
export const afterwardsSuite: Suite = (world, check) => {
  const { adapter, given } = world;
  const isDescribed = (capability: unknown, description: unknown): boolean =>
    (capability === undefined) === (description === undefined);
  assert.ok(isDescribed(adapter.publish.followUps, given.followUps), 'follow-ups need their description');
  assert.ok(isDescribed(adapter.unpublish, given.unpublish), 'unpublishing needs its description');
  assert.ok(isDescribed(adapter.recentPosts, given.recentPosts), 'recent posts need their description');
  followUpChecks(world, check);
  unpublishChecks(world, check);
  recentPostsChecks(world, check);
};

function followUpChecks(world: World, check: Check): void {
  const { followUps } = world.adapter.publish;
  if (followUps === undefined) return;
  for (const { operation, post: name, text } of world.given.followUps ?? []) {
    const post = world.post(name);
    const [first = ''] = followUps.list(post);
    const sendTo = (id: string) => ({ name: first, index: 0, postId: id, previousId: id });

    check(['followUps'], `${first} lands once, under its post`, async () => {
      assert.deepEqual(followUps.list(post), [first]);
      const account = await newAccount(world);
      const { id } = await publish(world, account, post);
      const handle = await readyFollowUp(world, world.as(account), post, sendTo(id));
      const outcome = await followUps.send(world.as(account), post, sendTo(id), handle);
      assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
      const replies = await world.replies(account);
      assert.deepEqual(
        replies.map((reply) => ({ id: reply.id, text: reply.text, parentId: reply.parentId })),
        [{ id: outcome.id, text, parentId: id }],
      );
    });
    for (const kind of lostKinds) {
      check(['followUps', kind], `${first} without a good answer is unknown`, async () => {
        const account = await newAccount(world);
        const { id } = await publish(world, account, post);
        const handle = await readyFollowUp(world, world.as(account), post, sendTo(id));
        await world.fault(kind, operation);
        const outcome = await followUps.send(world.as(account, edgeFor(kind)), post, sendTo(id), handle);
        assert.equal(outcome.kind, 'unknown', JSON.stringify(outcome));
        assert.equal((await world.replies(account)).length, hadEffect(kind) ? 1 : 0);
      });
    }
    for (const [kind, expected] of Object.entries(refusalKinds)) {
      check(['followUps', kind], `${first} says why it was not made`, async () => {
        const account = await newAccount(world);
        const { id } = await publish(world, account, post);
        const handle = await readyFollowUp(world, world.as(account), post, sendTo(id));
        await world.fault(kind, operation);
        assert.equal((await followUps.send(world.as(account), post, sendTo(id), handle)).kind, expected);
      });
    }
  }
}

const refusalKinds = {
  rateLimit: 'rateLimited',
  tokenExpired: 'disconnected',
  tokenRevoked: 'disconnected',
  scopeMissing: 'scopeMissing',
};

function unpublishChecks(world: World, check: Check): void {
  const { unpublish } = world.adapter;
  if (unpublish === undefined) return;
  for (const { operation, post: name } of world.given.unpublish ?? []) {
    const isGone = async (account: Parameters<World['ledger']>[0]): Promise<boolean> =>
      (await world.ledger(account)).every(({ deletedAt }) => deletedAt !== null);

    check(['unpublish'], `${name} is gone, and stays so`, async () => {
      const account = await newAccount(world);
      const published = await publish(world, account, world.post(name));
      assert.deepEqual(await unpublish(world.as(account), published), { kind: 'gone' });
      assert.ok(await isGone(account));
      assert.deepEqual(await unpublish(world.as(account), published), { kind: 'gone' });
    });
    for (const kind of lostKinds) {
      check(['unpublish', kind], `${name} may be gone, and then is`, async () => {
        const account = await newAccount(world);
        const published = await publish(world, account, world.post(name));
        await world.fault(kind, operation);
        const outcome = await unpublish(world.as(account, edgeFor(kind)), published);
        assert.equal(outcome.kind, 'unknown', JSON.stringify(outcome));
        assert.deepEqual(await unpublish(world.as(account), published), { kind: 'gone' });
        assert.ok(await isGone(account));
      });
    }
    for (const kind of ['rateLimit', ...Object.keys(world.given.tokens)]) {
      check(['unpublish', kind], `${name} is not gone, and it is said why`, async () => {
        const account = await newAccount(world);
        const published = await publish(world, account, world.post(name));
        await world.fault(kind, operation, kind === 'rateLimit' ? { value: resetSeconds } : {});
        const outcome = await unpublish(world.as(account), published);
        const expected = kind === 'rateLimit' ? ['rateLimited'] : ['disconnected', 'appProblem'];
        assert.ok(expected.includes(outcome.kind), JSON.stringify(outcome));
        if (outcome.kind === 'rateLimited') assert.ok(isNamedWait(world, outcome.retryAfterMs));
        assert.equal(await isGone(account), false);
      });
    }
  }
}

function recentPostsChecks(world: World, check: Check): void {
  const { recentPosts } = world.adapter;
  const { recentPosts: given } = world.given;
  if (recentPosts === undefined || given === undefined) return;
  const { operation } = given;
  const example = world.post(given.post);
  const worded = (text: string): Post => ({ ...example, text });

  check(['recentPosts'], 'own posts are listed, newest first, as many as asked for', async () => {
    const account = await newAccount(world);
    await publish(world, await newAccount(world), worded('of somebody else'));
    const texts = ['first', 'second', 'third'];
    const ids: string[] = [];
    for (const text of texts) {
      ids.push((await publish(world, account, worded(text))).id);
      await world.advance(60_000);
    }
    const listed = await recentPosts(world.as(account), { limit: 10 });
    assert.ok(listed.kind === 'posts', JSON.stringify(listed));
    assert.deepEqual(
      listed.posts.map((post) => post.platformPostId),
      ids.toReversed(),
    );
    assert.deepEqual(
      listed.posts.map((post) => post.content),
      texts.toReversed(),
    );
    const instants = listed.posts.map((post) => post.publishedAt.getTime());
    assert.deepEqual(
      instants,
      instants.toSorted((one, other) => other - one),
    );
    const urls = (await world.ledger(account)).map((post) => post.url).toReversed();
    assert.deepEqual(
      listed.posts.map((post) => post.platformPostUrl),
      urls,
    );
    const few = await recentPosts(world.as(account), { limit: 2 });
    assert.equal(few.kind === 'posts' && few.posts.length, 2);
  });
  for (const kind of lostKinds) {
    check(['recentPosts', kind], 'a list that cannot be read is asked for again', async () => {
      const account = await newAccount(world);
      await world.fault(kind, operation);
      const listed = await recentPosts(world.as(account, edgeFor(kind)), { limit: 10 });
      assert.equal(listed.kind, 'notDone', JSON.stringify(listed));
    });
  }
  for (const kind of ['rateLimit', ...Object.keys(world.given.tokens)]) {
    check(['recentPosts', kind], 'it is said why there is no list', async () => {
      const account = await newAccount(world);
      await world.fault(kind, operation);
      const listed = await recentPosts(world.as(account), { limit: 10 });
      assert.equal(listed.kind, kind === 'rateLimit' ? 'rateLimited' : 'disconnected', JSON.stringify(listed));
    });
  }
  if (!given.listLag) return;
  check(['recentPosts', 'listLag'], 'a list that lags is a list', async () => {
    const account = await newAccount(world);
    await publish(world, account, example);
    await world.fault('listLag', operation);
    assert.deepEqual(await recentPosts(world.as(account), { limit: 10 }), { kind: 'posts', posts: [] });
  });
}
