import assert from 'node:assert/strict';
import type { Handle, Post, RemoteAccount } from '../../../src/platforms/adapter.ts';
import { ready, send, tokenMeaning } from '../drive.ts';
import { newAccount } from '../people.ts';
import type { LookUpAnswer } from '../platform-case.ts';
import type { World } from '../world.ts';
import { current } from './refresh.ts';
import { edgeFor, hadEffect, isNamedWait, lostKinds, resetSeconds, type Suite } from './suite.ts';

/** The irrevocable call: after anything but a plain word, it is not known what happened until the network tells. */
export const sendFaultsSuite: Suite = (world, check) => {
  const { given } = world;
  const firstAnswer = given.send[0]?.answer ?? given.settle.answer;

  for (const { operation, post: name, answer = given.settle.answer, listedAfterMs = 0, spares = [] } of given.send) {
    for (const kind of lostKinds) {
      check(['send', kind], `${operation} for ${name} without a good answer is unknown, and settled`, async () => {
        const sent = await begin(world, name);
        await world.fault(kind, operation);
        const sentAt = world.now();
        const call = world.as(sent.account, edgeFor(kind));
        const outcome = await send(world, call, sent.post, sent.handle);
        assert.equal(outcome.kind, 'unknown', JSON.stringify(outcome));
        const entries = await world.ledger(sent.account);
        assert.equal(entries.length, hadEffect(kind) ? 1 : 0);
        await world.advance(listedAfterMs);
        await settles(world, sent, { sentAt, isThere: hadEffect(kind), answer });
      });
    }

    check(['send', 'rateLimit'], `${operation} for ${name} says how long to wait`, async () => {
      const { account, post, handle } = await begin(world, name);
      await world.fault('rateLimit', operation, { value: resetSeconds });
      const outcome = await send(world, world.as(account), post, handle);
      assert.ok(outcome.kind === 'rateLimited', JSON.stringify(outcome));
      assert.ok(isNamedWait(world, outcome.retryAfterMs), String(outcome.retryAfterMs));
      assert.deepEqual(await world.ledger(account), []);
    });
    for (const [kind, cause] of Object.entries(given.tokens)) {
      if (spares.includes(kind)) continue;
      check(['send', kind], `${operation} for ${name} says whose token is refused, and how`, async () => {
        const { account, post, handle } = await begin(world, name);
        await world.fault(kind, operation);
        const outcome = await send(world, world.as(account), post, handle);
        assert.equal(tokenMeaning(outcome), cause, JSON.stringify(outcome));
        assert.deepEqual(await world.ledger(account), []);
      });
    }
    const { scopeMissing } = given;
    if (scopeMissing === undefined || spares.includes('scopeMissing')) continue;
    check(['send', 'scopeMissing'], `${operation} for ${name} names the scopes it needs`, async () => {
      const { account, post, handle } = await begin(world, name);
      await world.fault('scopeMissing', operation);
      const outcome = await send(world, world.as(account), post, handle);
      assert.deepEqual(outcome, { kind: 'scopeMissing', scopes: scopeMissing });
    });
  }

  const { listOperation } = given.settle;
  /** The first kind of post that is looked for in this way. */
  const lookedUpBy = (operation: string): SendStep => {
    const listed = given.send.find(({ answer }) => operation === listOperation && answer === 'foundOnly');
    return listed ?? given.send[0] ?? assert.fail('nothing is sent');
  };

  for (const operation of given.settle.lookUps) {
    const step = lookedUpBy(operation);
    const { answer = given.settle.answer, listedAfterMs = 0 } = step;
    for (const kind of [...lostKinds, 'rateLimit']) {
      check(['settle', kind], `${operation} in trouble settles nothing, and is asked again`, async () => {
        const sent = await begin(world, step.post);
        const sentAt = world.now();
        await loseAnswer(world, sent, step);
        await world.advance(listedAfterMs);
        await world.fault(kind, operation);
        const { post, handle, account } = sent;
        const settled = await world.adapter.publish.settle(world.as(account, edgeFor(kind)), post, { handle, sentAt });
        assert.ok(settled.kind === 'inconclusive' && settled.canAskAgain, JSON.stringify(settled));
        await settles(world, sent, { sentAt, isThere: true, answer });
      });
    }
  }

  if (listOperation !== undefined) {
    const step = lookedUpBy(listOperation);
    const { answer = given.settle.answer, listedAfterMs = 0 } = step;
    check(['settle', 'listLag'], 'a post that is not listed yet is found later', async () => {
      const sent = await begin(world, step.post);
      const sentAt = world.now();
      await loseAnswer(world, sent, step);
      await world.advance(listedAfterMs);
      await world.fault('listLag', listOperation);
      const { post, handle, account } = sent;
      const settled = await world.adapter.publish.settle(world.as(account), post, { handle, sentAt });
      assert.ok(settled.kind === 'inconclusive' && settled.canAskAgain, JSON.stringify(settled));
      await world.advance(120_000);
      await settles(world, sent, { sentAt, isThere: true, answer });
    });
    check(['settle'], 'of two posts that could be it, neither is taken', async () => {
      const sent = await begin(world, step.post);
      const sentAt = world.now();
      await loseAnswer(world, sent, step);
      const call = world.as(sent.account);
      const twin = await ready(world, call, sent.post);
      assert.equal((await send(world, call, sent.post, twin.handle)).kind, 'published');
      await world.advance(listedAfterMs);
      const settled = await world.adapter.publish.settle(call, sent.post, { handle: sent.handle, sentAt });
      assert.ok(settled.kind === 'inconclusive', JSON.stringify(settled));
    });
  }

  const { staleAfterMs } = given;
  if (staleAfterMs !== undefined) {
    check(
      ['send', 'stale'],
      'preparation that expired starts again from the beginning, and one post is published',
      async () => {
        const { account, post, handle } = await begin(world, given.send[0]?.post ?? '');
        await world.advance(staleAfterMs);
        const call = world.as(await current(world, account));
        assert.equal((await send(world, call, post, handle)).kind, 'preparationLost');
        const fresh = await ready(world, call, post);
        assert.equal((await send(world, call, post, fresh.handle)).kind, 'published');
        assert.equal((await world.ledger(account)).length, 1);
      },
    );
  }

  if (given.settle.answer !== 'found') return;
  check(['send'], 'a handle that was sent, sent again and again, makes one post', async () => {
    const sent = await begin(world, given.send[0]?.post ?? '');
    const sentAt = world.now();
    const { account, post, handle } = sent;
    const call = world.as(account);
    await send(world, call, post, handle);
    await send(world, call, post, handle);
    const fresh = await ready(world, call, post, { from: handle });
    const outcome = await send(world, call, post, fresh.handle);
    const [entry, ...others] = await world.ledger(account);
    assert.deepEqual(others, []);
    // Anything else would have the target fail, or tried for ever, although it is out.
    assert.ok(outcome.kind === 'published' || outcome.kind === 'unknown', JSON.stringify(outcome));
    if (outcome.kind === 'published') assert.equal(outcome.id, entry?.id);
    await settles(world, { ...sent, handle: fresh.handle }, { sentAt, isThere: true, answer: firstAnswer });
  });
};

type SendStep = World['given']['send'][number];
type Sent = { account: RemoteAccount; post: Post; handle: Handle };

async function begin(world: World, name: string): Promise<Sent> {
  const account = await newAccount(world);
  const post = world.post(name);
  const { handle } = await ready(world, world.as(account), post);
  return { account, post, handle };
}

async function loseAnswer(world: World, { account, post, handle }: Sent, { operation }: SendStep): Promise<void> {
  await world.fault('lostAnswer', operation);
  assert.equal((await send(world, world.as(account), post, handle)).kind, 'unknown');
}

const asksMax = 5;
const askAgainMs = 60_000;

/** As the table of recovery says. */
async function settles(
  world: World,
  { account, post, handle }: Sent,
  { sentAt, isThere, answer }: { sentAt: Date; isThere: boolean; answer: LookUpAnswer },
): Promise<void> {
  const call = world.as(account);
  const ask = () => world.adapter.publish.settle(call, post, { handle, sentAt });
  let settled = await ask();
  // A network that still works on what it has tells more later.
  for (
    let count = 0;
    count < asksMax && isThere && settled.kind === 'inconclusive' && settled.canAskAgain;
    count += 1
  ) {
    await world.advance(askAgainMs);
    settled = await ask();
  }
  const entries = await world.ledger(account);
  if (answer === 'inconclusive') {
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
  if (answer === 'foundOnly') {
    assert.equal(settled.kind, 'inconclusive', JSON.stringify(settled));
    return;
  }
  assert.equal(settled.kind, 'absent', JSON.stringify(settled));
  const outcome = await send(world, call, post, handle);
  assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
  assert.equal((await world.ledger(account)).length, 1);
}
