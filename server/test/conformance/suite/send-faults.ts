import assert from 'node:assert/strict';
import type { PublishState, Post, RemoteAccount } from '../../../src/platforms/adapter.ts';
import { ready, send, tokenMeaning } from '../drive.ts';
import { newAccount } from '../people.ts';
import type { LookUpResult } from '../platform-case.ts';
import type { PlatformFixture } from '../platform-fixture.ts';
import { current } from './refresh.ts';
import { edgeFor, hadEffect, isNamedWait, lostKinds, resetSeconds, type Suite } from './suite.ts';

/** Without a clear response to the send, the outcome is unknown until the platform is asked. */
export const sendFaultsSuite: Suite = (fixture, check) => {
  const { platformCase } = fixture;
  const firstResult = platformCase.send[0]?.result ?? platformCase.settle.result;

  for (const {
    operation,
    post: name,
    result = platformCase.settle.result,
    listedAfterMs = 0,
    spares = [],
  } of platformCase.send) {
    for (const kind of lostKinds) {
      check(
        ['send', kind],
        `${operation} for ${name} without a valid response is unknown, and is settled`,
        async () => {
          const sent = await begin(fixture, name);
          await fixture.fault(kind, operation);
          const sentAt = fixture.now();
          const call = fixture.as(sent.account, edgeFor(kind));
          const outcome = await send(fixture, call, sent.post, sent.publishState);
          assert.equal(outcome.kind, 'unknown', JSON.stringify(outcome));
          const entries = await fixture.ledger(sent.account);
          assert.equal(entries.length, hadEffect(kind) ? 1 : 0);
          await fixture.advance(listedAfterMs);
          await settles(fixture, sent, { sentAt, isThere: hadEffect(kind), result });
        },
      );
    }

    check(['send', 'rateLimit'], `${operation} for ${name} returns how long to wait`, async () => {
      const { account, post, publishState } = await begin(fixture, name);
      await fixture.fault('rateLimit', operation, { value: resetSeconds });
      const outcome = await send(fixture, fixture.as(account), post, publishState);
      assert.ok(outcome.kind === 'rateLimited', JSON.stringify(outcome));
      assert.ok(isNamedWait(fixture, outcome.retryAfterMs), String(outcome.retryAfterMs));
      assert.deepEqual(await fixture.ledger(account), []);
    });
    for (const [kind, cause] of Object.entries(platformCase.tokens)) {
      if (spares.includes(kind)) continue;
      check(['send', kind], `${operation} for ${name} reports the refused token and its cause`, async () => {
        const { account, post, publishState } = await begin(fixture, name);
        await fixture.fault(kind, operation);
        const outcome = await send(fixture, fixture.as(account), post, publishState);
        assert.equal(tokenMeaning(outcome), cause, JSON.stringify(outcome));
        assert.deepEqual(await fixture.ledger(account), []);
      });
    }
    const { scopeMissing } = platformCase;
    if (scopeMissing === undefined || spares.includes('scopeMissing')) continue;
    check(['send', 'scopeMissing'], `${operation} for ${name} returns the missing scopes`, async () => {
      const { account, post, publishState } = await begin(fixture, name);
      await fixture.fault('scopeMissing', operation);
      const outcome = await send(fixture, fixture.as(account), post, publishState);
      assert.deepEqual(outcome, { kind: 'scopeMissing', scopes: scopeMissing });
    });
  }

  const { listOperation } = platformCase.settle;
  const lookedUpBy = (operation: string): SendStep => {
    const listed = platformCase.send.find(({ result }) => operation === listOperation && result === 'foundOnly');
    return listed ?? platformCase.send[0] ?? assert.fail('nothing is sent');
  };

  for (const operation of platformCase.settle.lookUps) {
    const step = lookedUpBy(operation);
    const { result = platformCase.settle.result, listedAfterMs = 0 } = step;
    for (const kind of [...lostKinds, 'rateLimit']) {
      check(['settle', kind], `a failed ${operation} settles nothing and is repeated`, async () => {
        const sent = await begin(fixture, step.post);
        const sentAt = fixture.now();
        await loseResponse(fixture, sent, step);
        await fixture.advance(listedAfterMs);
        await fixture.fault(kind, operation);
        const { post, publishState, account } = sent;
        const settled = await fixture.adapter.publish.settle(fixture.as(account, edgeFor(kind)), post, {
          publishState,
          sentAt,
        });
        assert.ok(settled.kind === 'inconclusive' && settled.canAskAgain, JSON.stringify(settled));
        await settles(fixture, sent, { sentAt, isThere: true, result });
      });
    }
  }

  if (listOperation !== undefined) {
    const step = lookedUpBy(listOperation);
    const { result = platformCase.settle.result, listedAfterMs = 0 } = step;
    check(['settle', 'listLag'], 'a post that is not listed yet is found later', async () => {
      const sent = await begin(fixture, step.post);
      const sentAt = fixture.now();
      await loseResponse(fixture, sent, step);
      await fixture.advance(listedAfterMs);
      await fixture.fault('listLag', listOperation);
      const { post, publishState, account } = sent;
      const settled = await fixture.adapter.publish.settle(fixture.as(account), post, { publishState, sentAt });
      assert.ok(settled.kind === 'inconclusive' && settled.canAskAgain, JSON.stringify(settled));
      await fixture.advance(120_000);
      await settles(fixture, sent, { sentAt, isThere: true, result });
    });
    check(['settle'], 'two matching posts are inconclusive', async () => {
      const sent = await begin(fixture, step.post);
      const sentAt = fixture.now();
      await loseResponse(fixture, sent, step);
      const call = fixture.as(sent.account);
      const twin = await ready(fixture, call, sent.post);
      assert.equal((await send(fixture, call, sent.post, twin.publishState)).kind, 'published');
      await fixture.advance(listedAfterMs);
      const settled = await fixture.adapter.publish.settle(call, sent.post, {
        publishState: sent.publishState,
        sentAt,
      });
      assert.ok(settled.kind === 'inconclusive', JSON.stringify(settled));
    });
  }

  const { staleAfterMs } = platformCase;
  if (staleAfterMs !== undefined) {
    check(
      ['send', 'stale'],
      'preparation that expired starts again from the beginning, and one post is published',
      async () => {
        const { account, post, publishState } = await begin(fixture, platformCase.send[0]?.post ?? '');
        await fixture.advance(staleAfterMs);
        const call = fixture.as(await current(fixture, account));
        assert.equal((await send(fixture, call, post, publishState)).kind, 'preparationLost');
        const fresh = await ready(fixture, call, post);
        assert.equal((await send(fixture, call, post, fresh.publishState)).kind, 'published');
        assert.equal((await fixture.ledger(account)).length, 1);
      },
    );
  }

  if (platformCase.settle.result !== 'found') return;
  check(['send'], 'sending the same publish state repeatedly publishes one post', async () => {
    const sent = await begin(fixture, platformCase.send[0]?.post ?? '');
    const sentAt = fixture.now();
    const { account, post, publishState } = sent;
    const call = fixture.as(account);
    await send(fixture, call, post, publishState);
    await send(fixture, call, post, publishState);
    const fresh = await ready(fixture, call, post, { from: publishState });
    const outcome = await send(fixture, call, post, fresh.publishState);
    const [entry, ...others] = await fixture.ledger(account);
    assert.deepEqual(others, []);
    // Any other outcome would fail or retry a published target.
    assert.ok(outcome.kind === 'published' || outcome.kind === 'unknown', JSON.stringify(outcome));
    if (outcome.kind === 'published') assert.equal(outcome.id, entry?.id);
    await settles(
      fixture,
      { ...sent, publishState: fresh.publishState },
      { sentAt, isThere: true, result: firstResult },
    );
  });
};

type SendStep = PlatformFixture['platformCase']['send'][number];
type Sent = { account: RemoteAccount; post: Post; publishState: PublishState };

async function begin(fixture: PlatformFixture, name: string): Promise<Sent> {
  const account = await newAccount(fixture);
  const post = fixture.post(name);
  const { publishState } = await ready(fixture, fixture.as(account), post);
  return { account, post, publishState };
}

async function loseResponse(
  fixture: PlatformFixture,
  { account, post, publishState }: Sent,
  { operation }: SendStep,
): Promise<void> {
  await fixture.fault('lostResponse', operation);
  assert.equal((await send(fixture, fixture.as(account), post, publishState)).kind, 'unknown');
}

const asksMax = 5;
const askAgainMs = 60_000;

async function settles(
  fixture: PlatformFixture,
  { account, post, publishState }: Sent,
  { sentAt, isThere, result }: { sentAt: Date; isThere: boolean; result: LookUpResult },
): Promise<void> {
  const call = fixture.as(account);
  const ask = () => fixture.adapter.publish.settle(call, post, { publishState, sentAt });
  let settled = await ask();
  // A platform that is still processing knows more later.
  for (
    let count = 0;
    count < asksMax && isThere && settled.kind === 'inconclusive' && settled.canAskAgain;
    count += 1
  ) {
    await fixture.advance(askAgainMs);
    settled = await ask();
  }
  const entries = await fixture.ledger(account);
  if (result === 'inconclusive') {
    assert.ok(settled.kind === 'inconclusive' && !settled.canAskAgain, JSON.stringify(settled));
    return;
  }
  if (isThere) {
    const [entry] = entries;
    assert.ok(settled.kind === 'found', JSON.stringify(settled));
    assert.equal(settled.id, entry?.id);
    if (settled.url !== undefined) assert.equal(settled.url, entry?.url);
    return;
  }
  if (result === 'foundOnly') {
    assert.equal(settled.kind, 'inconclusive', JSON.stringify(settled));
    return;
  }
  assert.equal(settled.kind, 'absent', JSON.stringify(settled));
  const outcome = await send(fixture, call, post, publishState);
  assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
  assert.equal((await fixture.ledger(account)).length, 1);
}
