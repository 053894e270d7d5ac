import assert from 'node:assert/strict';
import { publish, readyFollowUp } from '../drive.ts';
import { newAccount } from '../people.ts';
import type { PlatformFixture } from '../platform-fixture.ts';
import { edgeFor, hadEffect, isNamedWait, lostKinds, resetSeconds, type Check, type Suite } from './suite.ts';

export const afterwardsSuite: Suite = (fixture, check) => {
  const { adapter, platformCase } = fixture;
  const isDescribed = (capability: unknown, description: unknown): boolean =>
    (capability === undefined) === (description === undefined);
  assert.ok(isDescribed(adapter.publish.followUps, platformCase.followUps), 'the description of follow-ups is missing');
  assert.ok(isDescribed(adapter.unpublish, platformCase.unpublish), 'the description of unpublishing is missing');
  assert.ok(
    isDescribed(adapter.externalPosts, platformCase.externalPosts),
    'the description of recent posts is missing',
  );
  followUpChecks(fixture, check);
  unpublishChecks(fixture, check);
};

function followUpChecks(fixture: PlatformFixture, check: Check): void {
  const { followUps } = fixture.adapter.publish;
  if (followUps === undefined) return;
  for (const { operation, post: name, text } of fixture.platformCase.followUps ?? []) {
    const post = fixture.post(name);
    const [first = ''] = followUps.list(post);
    const sendTo = (id: string) => ({ name: first, index: 0, postId: id, previousId: id });

    check(['followUps'], `${first} is published once, below its post`, async () => {
      assert.deepEqual(followUps.list(post), [first]);
      const account = await newAccount(fixture);
      const { id } = await publish(fixture, account, post);
      const publishState = await readyFollowUp(fixture, fixture.as(account), post, sendTo(id));
      const outcome = await followUps.send(fixture.as(account), post, sendTo(id), publishState);
      assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
      const replies = await fixture.replies(account);
      assert.deepEqual(
        replies.map((reply) => ({ id: reply.id, text: reply.text, parentId: reply.parentId })),
        [{ id: outcome.id, text, parentId: id }],
      );
    });
    for (const kind of lostKinds) {
      check(['followUps', kind], `the outcome of ${first} without a valid response is unknown`, async () => {
        const account = await newAccount(fixture);
        const { id } = await publish(fixture, account, post);
        const publishState = await readyFollowUp(fixture, fixture.as(account), post, sendTo(id));
        await fixture.fault(kind, operation);
        const outcome = await followUps.send(fixture.as(account, edgeFor(kind)), post, sendTo(id), publishState);
        assert.equal(outcome.kind, 'unknown', JSON.stringify(outcome));
        assert.equal((await fixture.replies(account)).length, hadEffect(kind) ? 1 : 0);
      });
    }
    for (const [kind, expected] of Object.entries(refusalKinds)) {
      if (kind === 'scopeMissing' && fixture.platformCase.scopeMissing === undefined) continue;
      check(['followUps', kind], `a refused ${first} returns the reason`, async () => {
        const account = await newAccount(fixture);
        const { id } = await publish(fixture, account, post);
        const publishState = await readyFollowUp(fixture, fixture.as(account), post, sendTo(id));
        await fixture.fault(kind, operation);
        assert.equal((await followUps.send(fixture.as(account), post, sendTo(id), publishState)).kind, expected);
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

function unpublishChecks(fixture: PlatformFixture, check: Check): void {
  const { unpublish } = fixture.adapter;
  if (unpublish === undefined) return;
  for (const { operation, post: name } of fixture.platformCase.unpublish ?? []) {
    const isGone = async (account: Parameters<PlatformFixture['ledger']>[0]): Promise<boolean> =>
      (await fixture.ledger(account)).every(({ deletedAt }) => deletedAt !== null);

    check(['unpublish'], `${name} is deleted, and deleting it again succeeds`, async () => {
      const account = await newAccount(fixture);
      const published = await publish(fixture, account, fixture.post(name));
      assert.deepEqual(await unpublish(fixture.as(account), published), { kind: 'gone' });
      assert.ok(await isGone(account));
      assert.deepEqual(await unpublish(fixture.as(account), published), { kind: 'gone' });
    });
    for (const kind of lostKinds) {
      check(['unpublish', kind], `${name} may be deleted, and a retry deletes it`, async () => {
        const account = await newAccount(fixture);
        const published = await publish(fixture, account, fixture.post(name));
        await fixture.fault(kind, operation);
        const outcome = await unpublish(fixture.as(account, edgeFor(kind)), published);
        assert.equal(outcome.kind, 'unknown', JSON.stringify(outcome));
        assert.deepEqual(await unpublish(fixture.as(account), published), { kind: 'gone' });
        assert.ok(await isGone(account));
      });
    }
    for (const kind of ['rateLimit', ...Object.keys(fixture.platformCase.tokens)]) {
      check(['unpublish', kind], `${name} is not deleted, and the reason is returned`, async () => {
        const account = await newAccount(fixture);
        const published = await publish(fixture, account, fixture.post(name));
        await fixture.fault(kind, operation, kind === 'rateLimit' ? { value: resetSeconds } : {});
        const outcome = await unpublish(fixture.as(account), published);
        const expected = kind === 'rateLimit' ? ['rateLimited'] : ['disconnected', 'appProblem'];
        assert.ok(expected.includes(outcome.kind), JSON.stringify(outcome));
        if (outcome.kind === 'rateLimited') assert.ok(isNamedWait(fixture, outcome.retryAfterMs));
        assert.equal(await isGone(account), false);
      });
    }
  }
}
