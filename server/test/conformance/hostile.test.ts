import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import type { PlatformReply } from '../../src/kernel/outbound/platform-http.ts';
import type { AccountCall, Handle, Outcome, RemoteAccount } from '../../src/platforms/adapter.ts';
import { chosenCases } from './chosen-cases.ts';
import { prepare, ready, send, type Published } from './drive.ts';
import { bends, bentReply, strangeReplies, type Bend } from './hostile-answers.ts';
import { approve, connect, formValues, newAccount } from './people.ts';
import { checkSound } from './sound.ts';
import { startWorld, type Edge, type World } from './world.ts';

/** A slow machine tries fewer answers. */
const timeLimitMs = 6000;

const connectedKinds = ['accounts', 'refused', 'unavailable'];
const refusalKinds = [
  ...['rejected', 'appProblem', 'notDone', 'preparationLost', 'rateLimited', 'disconnected', 'scopeMissing'],
];
const outcomeKinds = ['published', 'pending', 'unknown', ...refusalKinds];

for (const given of chosenCases()) {
  const world = await startWorld(given);
  describe(given.adapter.name, () => {
    let known: Known;
    before(async () => {
      known = await getToKnow(world);
    });
    after(() => world.close());

    test('hostile, answers: no answer whatever makes an adapter throw or say what cannot be', async () => {
      const replies = fc.array(strangeReplies(known.heard), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(replies, fc.nat(100), async (given, which) => {
          // Nothing here waits for anything: others would never get their turn.
          await nextTurn();
          await callEverything(world, known, { edge: answering(given), which });
        }),
        { numRuns: 400, seed: 1, interruptAfterTimeLimit: timeLimitMs },
      );
    });

    test('hostile, answers: after trouble at the server or words that cannot be read, a post may be out', async () => {
      const troubled = fc.tuple(strangeReplies(known.heard), fc.constantFrom(500, 502, 503, 504, 599));
      await fc.assert(
        fc.asyncProperty(troubled, fc.nat(100), async ([reply, status], which) => {
          await nextTurn();
          if (reply.kind !== 'answer') return;
          const unreadable = { ...reply, status: 200, text: `{${reply.text}`, json: undefined };
          for (const hostile of [{ ...reply, status }, unreadable]) {
            const [name, handle] = [...known.handles][which % known.handles.size] ?? assert.fail('no example posts');
            const call = world.as(known.account, answering([hostile]));
            const outcome = await world.adapter.publish.send(call, world.post(name), handle);
            assert.equal(outcome.kind, 'unknown', JSON.stringify(outcome));
          }
        }),
        { numRuns: 200, seed: 1, interruptAfterTimeLimit: timeLimitMs },
      );
    });

    test('hostile, answers: nor does an answer with one thing wrong', async () => {
      await fc.assert(
        fc.asyncProperty(bends, async (given) => {
          await world.advance(60_000);
          await callThrough(world, given);
        }),
        { numRuns: 40, seed: 1, endOnFailure: true, interruptAfterTimeLimit: timeLimitMs },
      );
    });
  });
}

type Known = {
  account: RemoteAccount;
  published: Published;
  handles: ReadonlyMap<string, Handle>;
  heard: PlatformReply[];
};

/** One good run, for handles that are real, and one of each refusal, for the words of the network. */
async function getToKnow(world: World): Promise<Known> {
  const account = await newAccount(world);
  const heard: PlatformReply[] = [];
  const handles = new Map<string, Handle>();
  const edge: Edge = {
    answer: async (request, ask) => {
      const reply = await ask(request);
      heard.push(reply);
      return reply;
    },
  };
  const outcomes: Outcome[] = [];
  for (const { name } of world.given.posts) {
    const call = world.as(account, edge);
    const { handle } = await ready(world, call, world.post(name));
    handles.set(name, handle);
    outcomes.push(await send(world, call, world.post(name), handle));
    await world.advance(60_000);
  }
  const { post: name = '', operation = '' } = world.given.send[0] ?? {};
  for (const kind of ['errorBefore', 'rateLimit', 'tokenExpired', 'scopeMissing']) {
    const { handle } = await ready(world, world.as(account), world.post(name));
    await world.fault(kind, operation);
    await send(world, world.as(account, edge), world.post(name), handle);
  }
  // Not one more for this: some networks refuse what they have had before.
  const [published] = outcomes;
  assert.ok(published?.kind === 'published', JSON.stringify(published));
  return { account, published, handles, heard };
}

function answering(replies: readonly PlatformReply[]): Edge {
  let count = 0;
  return {
    answer: async () => replies[count++ % replies.length] ?? { kind: 'noAnswer', reason: 'nothing' },
  };
}

type Attempt = { edge: Edge; which: number };

async function callEverything(world: World, known: Known, { edge, which }: Attempt): Promise<void> {
  const { adapter } = world;
  const { account, published } = known;
  const call = world.as(account, edge);
  for (const answer of await connectAnswers(world, call)) checkSound(answer, [...connectedKinds, 'invite', 'codes']);
  const { refresh, revoke } = adapter.connect;
  if (refresh !== undefined) checkSound(await refresh(call), ['refreshed', 'refused', 'later', 'appProblem']);
  if (revoke !== undefined) assert.equal(typeof (await revoke(call)), 'boolean');
  const [name, handle] = [...known.handles][which % known.handles.size] ?? assert.fail('no example posts');
  await publishAnswers(world, call, { name, handle, published });
  if (adapter.unpublish !== undefined) {
    checkSound(await adapter.unpublish(call, published), ['gone', 'unknown', ...refusalKinds]);
  }
  await boardAnswers(adapter, call);
  if (adapter.recentPosts !== undefined) {
    checkSound(await adapter.recentPosts(call, { limit: 10 }), ['posts', ...refusalKinds]);
  }
}

async function boardAnswers({ boards }: World['adapter'], call: AccountCall): Promise<void> {
  if (boards === undefined) return;
  checkSound(await boards.list(call), ['boards', ...refusalKinds]);
  checkSound(await boards.find(call, '1'), ['board', 'missing', ...refusalKinds]);
  const wanted = { name: 'A board', description: '', privacy: 'PUBLIC' };
  checkSound(await boards.create(call, wanted), ['board', 'unknown', ...refusalKinds]);
}

async function connectAnswers(world: World, call: AccountCall): Promise<unknown[]> {
  const { connect: way } = world.adapter;
  switch (way.kind) {
    case 'oauth': {
      const codeVerifier = 'verifier';
      return [
        await way.exchange(call, { code: 'code', redirectUri: `${world.fixtures.origin}/callback`, codeVerifier }),
      ];
    }
    case 'form':
      return [await way.signIn(call, formValues(world, way, {}))];
    case 'code':
      return [
        await way.invite(call, 'code'),
        await way.readCodes(call, undefined),
        await way.open(call, { chatId: '-1001', senderId: '7' }),
      ];
  }
}

type Prepared = { name: string; handle: Handle; published: Published };

async function publishAnswers(world: World, call: AccountCall, { name, handle, published }: Prepared): Promise<void> {
  const { publish: way } = world.adapter;
  const post = world.post(name);
  const stepKinds = ['again', 'wait', 'ready', ...refusalKinds];
  let next: Handle | undefined;
  for (let count = 0; count < 6; count += 1) {
    const step = await way.prepare(call, post, next);
    checkSound(step, stepKinds);
    if (!('handle' in step)) break;
    next = JSON.parse(JSON.stringify(step.handle)) as Handle;
  }
  checkSound(await way.prepare(call, post, handle), stepKinds);
  checkSound(await way.send(call, post, handle), outcomeKinds);
  const settled = await way.settle(call, post, { handle, sentAt: world.now() });
  checkSound(settled, ['found', 'absent', 'inconclusive']);
  const address = await way.permalink?.(call, published.id);
  if (address !== undefined) checkSound({ kind: 'address', url: address }, ['address']);
  for (const [index, followUp] of (way.followUps?.list(post) ?? []).entries()) {
    const place = { name: followUp, index, postId: published.id, previousId: published.id };
    const step = await way.followUps?.prepare?.(call, post, place, undefined);
    if (step !== undefined) checkSound(step, stepKinds);
    const prepared = step !== undefined && 'handle' in step ? step.handle : undefined;
    if (step === undefined || step.kind === 'ready') {
      checkSound(await way.followUps?.send(call, post, place, prepared), outcomeKinds);
    }
  }
}

/** The whole way against the sandbox, with something amiss here and there. */
async function callThrough(world: World, given: readonly (Bend | undefined)[]): Promise<void> {
  let count = 0;
  const edge: Edge = { answer: async (request, ask) => bentReply(await ask(request), given[count++ % given.length]) };
  const { connect: way } = world.adapter;
  const name = world.newName();
  const connected =
    way.kind === 'oauth'
      ? await way.exchange(world.call(edge), await approve(world, way, { name }))
      : await connect(world, { name, edge });
  checkSound(connected, connectedKinds);
  const account = await newAccount(world, name);
  const call = world.as(account, edge);
  for (const { name: example } of world.given.posts) {
    const post = world.post(example);
    const sentAt = world.now();
    const prepared = await prepare(world, call, post, { patience: 2 });
    if (!('handle' in prepared)) {
      checkSound(prepared, refusalKinds);
      continue;
    }
    const { handle } = prepared;
    checkSound(await send(world, call, post, handle), outcomeKinds);
    checkSound(await world.adapter.publish.settle(call, post, { handle, sentAt }), ['found', 'absent', 'inconclusive']);
    await world.advance(60_000);
  }
  const { refresh } = way;
  if (refresh !== undefined) checkSound(await refresh(call), ['refreshed', 'refused', 'later', 'appProblem']);
  const listed = await world.adapter.recentPosts?.(call, { limit: 10 });
  if (listed !== undefined) checkSound(listed, ['posts', ...refusalKinds]);
}
