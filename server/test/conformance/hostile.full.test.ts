import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import type { PlatformReply } from '../../src/kernel/outbound/platform-http.ts';
import type { AccountCall, NewMessage, PublishState, Outcome, RemoteAccount } from '../../src/platforms/adapter.ts';
import { passingTime } from '../passing-time.ts';
import { chosenCases } from './chosen-cases.ts';
import { prepare, ready, send, type Published } from './drive.ts';
import { bends, bentReply, strangeReplies, type Bend } from './hostile-replies.ts';
import { approve, connect, formValues, newAccount } from './people.ts';
import { checkSound } from './sound.ts';
import { startPlatformFixture, type Edge, type PlatformFixture } from './platform-fixture.ts';

/** Slow machines try fewer replies. */
const timeLimitMs = 6000;

const connectedKinds = ['accounts', 'refused', 'unavailable'];
const refusalKinds = [
  ...['rejected', 'appProblem', 'notDone', 'preparationLost', 'rateLimited', 'disconnected', 'scopeMissing'],
];
const outcomeKinds = ['published', 'pending', 'unknown', ...refusalKinds];

for (const platformCase of chosenCases()) {
  const fixture = await startPlatformFixture(platformCase);
  describe(platformCase.adapter.name, () => {
    let known: Known;
    before(async () => {
      known = await getToKnow(fixture);
    });
    after(() => fixture.close());

    test('hostile, responses: no response makes an adapter throw or return an impossible result', async () => {
      const replies = fc.array(strangeReplies(known.heard), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(replies, fc.nat(100), async (sequence, which) => {
          // This loop never waits, so other tests would never run.
          await nextTurn();
          await callEverything(fixture, known, { edge: replyingWith(sequence), which });
        }),
        { numRuns: 400, seed: 1, interruptAfterTimeLimit: timeLimitMs },
      );
    });

    test('hostile, responses: after a server error or an unreadable response the outcome is unknown', async () => {
      const troubled = fc.tuple(strangeReplies(known.heard), fc.constantFrom(500, 502, 503, 504, 599));
      await fc.assert(
        fc.asyncProperty(troubled, fc.nat(100), async ([reply, status], which) => {
          await nextTurn();
          if (reply.kind !== 'response') return;
          const unreadable = { ...reply, status: 200, text: `{${reply.text}`, json: undefined };
          for (const hostile of [{ ...reply, status }, unreadable]) {
            const [name, publishState] =
              [...known.publishStates][which % known.publishStates.size] ?? assert.fail('no example posts');
            const call = fixture.as(known.account, replyingWith([hostile]));
            const outcome = await fixture.adapter.publish.send(call, fixture.post(name), publishState);
            assert.equal(outcome.kind, 'unknown', JSON.stringify(outcome));
            for (const message of newMessages(fixture.adapter, newMessage.recipient)) {
              const sent = await fixture.adapter.inbox?.send(call, message);
              assert.equal(sent?.kind ?? 'unknown', 'unknown', JSON.stringify(sent));
            }
          }
        }),
        { numRuns: 200, seed: 1, interruptAfterTimeLimit: timeLimitMs },
      );
    });

    test('hostile, responses: one altered value makes no adapter throw or return an impossible result', async () => {
      await fc.assert(
        fc.asyncProperty(bends, async (sequence) => {
          await fixture.advance(60_000);
          await callThrough(fixture, sequence);
        }),
        { numRuns: 40, seed: 1, endOnFailure: true, interruptAfterTimeLimit: timeLimitMs },
      );
    });
  });
}

type Known = {
  account: RemoteAccount;
  published: Published;
  publishStates: ReadonlyMap<string, PublishState>;
  heard: PlatformReply[];
};

/** Collects real publish states and the words of each refusal. */
async function getToKnow(fixture: PlatformFixture): Promise<Known> {
  const account = await newAccount(fixture);
  const heard: PlatformReply[] = [];
  const publishStates = new Map<string, PublishState>();
  const edge: Edge = {
    respond: async (request, ask) => {
      const reply = await ask(request);
      heard.push(reply);
      return reply;
    },
  };
  const outcomes: Outcome[] = [];
  for (const { name } of fixture.platformCase.posts) {
    const call = fixture.as(account, edge);
    const { publishState } = await ready(fixture, call, fixture.post(name));
    publishStates.set(name, publishState);
    outcomes.push(await send(fixture, call, fixture.post(name), publishState));
    await fixture.advance(60_000);
  }
  const { post: name = '', operation = '' } = fixture.platformCase.send[0] ?? {};
  for (const kind of ['errorBefore', 'rateLimit', 'tokenExpired', 'scopeMissing']) {
    const { publishState } = await ready(fixture, fixture.as(account), fixture.post(name));
    await fixture.fault(kind, operation);
    await send(fixture, fixture.as(account, edge), fixture.post(name), publishState);
  }
  if (fixture.adapter.inbox !== undefined) {
    await checkInbox(fixture.adapter, fixture.as(account, edge), await receiveMessage(fixture, account));
  }
  // Reused, because some platforms refuse to publish the same content again.
  const [published] = outcomes;
  assert.ok(published?.kind === 'published', JSON.stringify(published));
  return { account, published, publishStates, heard };
}

function replyingWith(replies: readonly PlatformReply[]): Edge {
  let count = 0;
  return {
    respond: async () => replies[count++ % replies.length] ?? { kind: 'noResponse', reason: 'nothing' },
  };
}

type Attempt = { edge: Edge; which: number };

async function callEverything(fixture: PlatformFixture, known: Known, { edge, which }: Attempt): Promise<void> {
  const { adapter } = fixture;
  const { account, published } = known;
  const call = fixture.as(account, edge);
  for (const result of await connectResults(fixture, call)) checkSound(result, [...connectedKinds, 'invite', 'codes']);
  const { refresh, revoke } = adapter.connect;
  if (refresh !== undefined) checkSound(await refresh(call), ['refreshed', 'refused', 'later', 'appProblem']);
  if (revoke !== undefined) assert.equal(typeof (await revoke(call)), 'boolean');
  const [name, publishState] =
    [...known.publishStates][which % known.publishStates.size] ?? assert.fail('no example posts');
  await checkPublish(fixture, call, { name, publishState, published });
  if (adapter.unpublish !== undefined) {
    checkSound(await adapter.unpublish(call, published), ['gone', 'unknown', ...refusalKinds]);
  }
  await checkBoards(adapter, call);
  await checkComments(fixture, call, published.id);
  if (adapter.events !== undefined) checkSound(await adapter.events.subscribe(call), ['subscribed', ...refusalKinds]);
  await checkInbox(adapter, call, '1');
  if (adapter.metrics !== undefined) {
    const post = { id: published.id, publishedAt: fixture.now() };
    checkSound(await adapter.metrics.read(call, [post]), ['metrics', ...refusalKinds]);
  }
  if (adapter.followers !== undefined) checkSound(await adapter.followers(call), ['followers', ...refusalKinds]);
  await checkExternalPosts(fixture, call, published);
}

async function checkExternalPosts(
  { adapter: { externalPosts } }: PlatformFixture,
  call: AccountCall,
  { id, url }: { id: string; url?: string | undefined },
): Promise<void> {
  if (externalPosts === undefined) return;
  checkSound(await externalPosts.list(call, { limit: 10 }), ['posts', ...refusalKinds]);
  const searches = [{ id }, ...(url === undefined ? [] : [{ url }])];
  for (const search of searches) {
    checkSound(await externalPosts.find(call, search), ['post', ...refusalKinds]);
  }
}

async function checkBoards({ boards }: PlatformFixture['adapter'], call: AccountCall): Promise<void> {
  if (boards === undefined) return;
  checkSound(await boards.list(call), ['boards', ...refusalKinds]);
  checkSound(await boards.find(call, '1'), ['board', 'missing', ...refusalKinds]);
  const newBoard = { name: 'A board', description: '', privacy: 'PUBLIC' };
  checkSound(await boards.create(call, newBoard), ['board', 'unknown', ...refusalKinds]);
}

async function checkComments(fixture: PlatformFixture, call: AccountCall, postId: string): Promise<void> {
  const { comments } = fixture.adapter;
  if (comments === undefined) return;
  for (const parentId of [undefined, '1']) {
    const page = await comments.list(call, { postId, parentId, cursor: undefined, limit: 10 });
    checkSound(page, ['comments', 'missing', ...refusalKinds]);
    const newComment = { postId, parentId, text: 'Hello', attachmentUrl: undefined };
    const created = await passingTime(fixture, comments.create(call, newComment));
    checkSound(created, ['created', 'unknown', ...refusalKinds]);
  }
  checkSound(await comments.find(call, '1'), ['comment', 'missing', ...refusalKinds]);
  checkSound(await comments.setHidden(call, { id: '1', isHidden: true }), ['changed', 'missing', ...refusalKinds]);
  checkSound(await comments.delete(call, '1'), ['gone', 'unknown', ...refusalKinds]);
}

const newMessage: NewMessage = { recipient: { conversationId: '1', personId: '1' }, content: { text: 'Hello' } };
const buttons = [{ title: 'Open', url: 'https://shop.example/' }];

/** Includes comment authors and link buttons where the platform accepts them. */
function newMessages({ inbox }: PlatformFixture['adapter'], person: NewMessage['recipient']): NewMessage[] {
  const recipients = [person, ...(inbox?.privateReplies === undefined ? [] : [{ commentId: '1' }])];
  const contents = [newMessage.content, ...(inbox?.buttons === undefined ? [] : [{ text: 'Hello', buttons }])];
  return recipients.flatMap((recipient) => contents.map((content) => ({ recipient, content })));
}

async function checkInbox(adapter: PlatformFixture['adapter'], call: AccountCall, id: string): Promise<void> {
  const { inbox } = adapter;
  if (inbox === undefined) return;
  const page = await inbox.conversations(call, { cursor: undefined, limit: 10 });
  checkSound(page, ['conversations', ...refusalKinds]);
  const result = await inbox.conversation(call, id);
  checkSound(result, ['conversation', 'missing', ...refusalKinds]);
  const personId = result.kind === 'conversation' ? (result.conversation.participants[0]?.id ?? '1') : '1';
  for (const message of newMessages(adapter, { conversationId: id, personId })) {
    const refusedKinds = 'buttons' in message.content ? ['buttonsRefused', ...refusalKinds] : refusalKinds;
    checkSound(await inbox.send(call, message), ['sent', 'limited', 'unknown', ...refusedKinds]);
  }
}

async function receiveMessage(fixture: PlatformFixture, account: RemoteAccount): Promise<string> {
  const target = { platform: fixture.adapter.name, account: account.providerAccountId, person: 'fan' };
  await fixture.sandbox.control('POST', 'messages', { ...target, attachmentUrl: 'https://cdn.example/cat.jpg' });
  const { message } = await fixture.sandbox.control('POST', 'messages', { ...target, text: 'Hello' });
  return message.conversationId;
}

async function connectResults(fixture: PlatformFixture, call: AccountCall): Promise<unknown[]> {
  const { connect: way } = fixture.adapter;
  switch (way.kind) {
    case 'oauth': {
      const codeVerifier = 'verifier';
      return [
        await way.exchange(call, { code: 'code', redirectUri: `${fixture.files.origin}/callback`, codeVerifier }),
      ];
    }
    case 'form':
      return [await way.signIn(call, formValues(fixture, way, {}))];
    case 'code':
      return [
        await way.invite(call, 'code'),
        await way.readCodes(call, undefined),
        await way.open(call, { chatId: '-1001', senderId: '7' }),
      ];
  }
}

type Prepared = { name: string; publishState: PublishState; published: Published };

async function checkPublish(
  fixture: PlatformFixture,
  call: AccountCall,
  { name, publishState, published }: Prepared,
): Promise<void> {
  const { publish: way } = fixture.adapter;
  const post = fixture.post(name);
  const stepKinds = ['again', 'wait', 'ready', ...refusalKinds];
  let next: PublishState | undefined;
  for (let count = 0; count < 6; count += 1) {
    const step = await way.prepare(call, post, next);
    checkSound(step, stepKinds);
    if (!('publishState' in step)) break;
    next = JSON.parse(JSON.stringify(step.publishState)) as PublishState;
  }
  checkSound(await way.prepare(call, post, publishState), stepKinds);
  checkSound(await way.send(call, post, publishState), outcomeKinds);
  const settled = await way.settle(call, post, { publishState, sentAt: fixture.now() });
  checkSound(settled, ['found', 'absent', 'inconclusive']);
  const address = await way.permalink?.(call, published.id);
  if (address !== undefined) checkSound({ kind: 'address', url: address }, ['address']);
  for (const [index, followUp] of (way.followUps?.list(post) ?? []).entries()) {
    const position = { name: followUp, index, postId: published.id, previousId: published.id };
    const step = await way.followUps?.prepare?.(call, post, position, undefined);
    if (step !== undefined) checkSound(step, stepKinds);
    const prepared = step !== undefined && 'publishState' in step ? step.publishState : undefined;
    if (step === undefined || step.kind === 'ready') {
      checkSound(await way.followUps?.send(call, post, position, prepared), outcomeKinds);
    }
  }
}

async function callThrough(fixture: PlatformFixture, sequence: readonly (Bend | undefined)[]): Promise<void> {
  let count = 0;
  const edge: Edge = {
    respond: async (request, ask) => bentReply(await ask(request), sequence[count++ % sequence.length]),
  };
  const { connect: way } = fixture.adapter;
  const name = fixture.newName();
  const connected =
    way.kind === 'oauth'
      ? await way.exchange(fixture.call(edge), await approve(fixture, way, { name }))
      : await connect(fixture, { name, edge });
  checkSound(connected, connectedKinds);
  const account = await newAccount(fixture, name);
  const call = fixture.as(account, edge);
  for (const { name: example } of fixture.platformCase.posts) {
    const post = fixture.post(example);
    const sentAt = fixture.now();
    const prepared = await prepare(fixture, call, post, { patience: 2 });
    if (!('publishState' in prepared)) {
      checkSound(prepared, refusalKinds);
      continue;
    }
    const { publishState } = prepared;
    checkSound(await send(fixture, call, post, publishState), outcomeKinds);
    checkSound(await fixture.adapter.publish.settle(call, post, { publishState, sentAt }), [
      'found',
      'absent',
      'inconclusive',
    ]);
    await fixture.advance(60_000);
  }
  if (fixture.adapter.inbox !== undefined) {
    await checkInbox(fixture.adapter, call, await receiveMessage(fixture, account));
  }
  const { refresh } = way;
  if (refresh !== undefined) checkSound(await refresh(call), ['refreshed', 'refused', 'later', 'appProblem']);
  const listed = await fixture.adapter.externalPosts?.list(call, { limit: 10 });
  if (listed !== undefined) checkSound(listed, ['posts', ...refusalKinds]);
}
