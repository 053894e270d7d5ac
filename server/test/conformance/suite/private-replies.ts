import assert from 'node:assert/strict';
import type { Inbox, MessageContent, RemoteAccount } from '../../../src/platforms/adapter.ts';
import { publish } from '../drive.ts';
import { listConversations, readConversation, receiveMessage, sentMessages } from '../messages.ts';
import { newAccount } from '../people.ts';
import type { Edge, PlatformFixture } from '../platform-fixture.ts';
import { addComment } from './comments.ts';
import { edgeFor, hadEffect, isNamedWait, lostKinds, resetSeconds, type Check, type Suite } from './suite.ts';

type Limits = NonNullable<Inbox['privateReplies']>;
type Commented = { name: string; account: RemoteAccount; postId: string; commentId: string };

const buttons = [
  { title: 'Open “it”', url: 'https://shop.example/?a=1&b=2' },
  { title: 'More', url: 'https://shop.example/more' },
];

export const privateRepliesSuite: Suite = (fixture, check) => {
  const { inbox } = fixture.adapter;
  const { inbox: inboxCase } = fixture.platformCase;
  const { privateReplies: limits } = inbox ?? {};
  const { privateReplies: privateRepliesCase, buttonsRefused } = inboxCase ?? {};
  const isDescribed = (limits === undefined) === (privateRepliesCase === undefined);
  assert.ok(isDescribed, 'the description of private replies is missing');
  assert.equal(inbox?.buttons === undefined, buttonsRefused === undefined, 'facts that refuse buttons are missing');
  if (limits === undefined || privateRepliesCase === undefined) return;
  replyChecks(fixture, check);
  limitChecks(fixture, check, limits);
  faultChecks(fixture, check, privateRepliesCase.operation);
  if (buttonsRefused !== undefined) buttonChecks(fixture, check, buttonsRefused);
};

async function newComment(fixture: PlatformFixture): Promise<Commented> {
  const name = fixture.newName();
  const account = await newAccount(fixture, name);
  const { comments } = fixture.platformCase;
  const { id: postId } = await publish(fixture, account, fixture.post(comments?.post ?? ''));
  const commentId = await addComment(fixture, { account, postId }, { text: 'Price?' });
  return { name, account, postId, commentId };
}

async function reply(
  fixture: PlatformFixture,
  { account, commentId }: Pick<Commented, 'account' | 'commentId'>,
  content: MessageContent = { text: 'Here' },
  edge?: Edge,
) {
  const { inbox } = fixture.adapter;
  assert.ok(inbox);
  return await inbox.send(fixture.as(account, edge), { recipient: { commentId }, content });
}

async function onlyConversation(fixture: PlatformFixture, account: RemoteAccount) {
  const { conversations } = await listConversations(fixture, account);
  assert.equal(conversations.length, 1);
  return await readConversation(fixture, account, conversations[0]?.id ?? '');
}

function replyChecks(fixture: PlatformFixture, check: Check): void {
  check(['privateReplies'], 'one arrives once in a conversation with the author of the comment', async () => {
    const commented = await newComment(fixture);
    const text = 'Here “it” is & <b>more</b> 🦜';
    const sent = await reply(fixture, commented, { text });
    assert.ok(sent.kind === 'sent', JSON.stringify(sent));
    const { id, participants, messages } = await onlyConversation(fixture, commented.account);
    assert.deepEqual(
      participants.map(({ username }) => username),
      ['fan'],
    );
    assert.deepEqual(
      messages.map((message) => [message.id, message.text, message.isOutgoing]),
      [[sent.id, text, true]],
    );
    const ledger = await sentMessages(fixture, commented.account);
    assert.deepEqual(
      ledger.map((message) => [message.id, message.conversationId, message.text]),
      [[sent.id, id, text]],
    );
  });

  check(['privateReplies'], 'one joins the conversation of a person who wrote before', async () => {
    const commented = await newComment(fixture);
    const { conversationId } = await receiveMessage(fixture, commented.account, { text: 'Hello' });
    await fixture.advance(1000);
    assert.equal((await reply(fixture, commented)).kind, 'sent');
    const { id, messages } = await onlyConversation(fixture, commented.account);
    assert.equal(id, conversationId);
    assert.deepEqual(
      messages.map(({ text }) => text),
      ['Here', 'Hello'],
    );
  });

  check(['privateReplies'], 'a second one to the same comment is refused and sends nothing', async () => {
    const commented = await newComment(fixture);
    assert.equal((await reply(fixture, commented)).kind, 'sent');
    const second = await reply(fixture, commented, { text: 'Again' });
    assert.equal(second.kind, 'rejected', JSON.stringify(second));
    assert.equal((await sentMessages(fixture, commented.account)).length, 1);
    const other = { ...commented, commentId: await addComment(fixture, commented, { text: 'And now?' }) };
    assert.equal((await reply(fixture, other)).kind, 'sent');
  });

  check(['privateReplies'], 'one to a comment that does not exist is refused', async () => {
    const { account } = await newComment(fixture);
    const result = await reply(fixture, { account, commentId: '999999999' });
    assert.equal(result.kind, 'rejected', JSON.stringify(result));
    assert.deepEqual(await sentMessages(fixture, account), []);
  });
}

function limitChecks(fixture: PlatformFixture, check: Check, { windowMs, perHourMax }: Limits): void {
  check(['privateReplies'], 'they are limited to a time after the comment', async () => {
    const commented = await newComment(fixture);
    await fixture.advance(windowMs);
    // Tokens may have expired.
    const account = await newAccount(fixture, commented.name);
    const limited = await reply(fixture, { ...commented, account });
    assert.ok(limited.kind === 'limited', JSON.stringify(limited));
    assert.deepEqual(await sentMessages(fixture, account), []);
    const recent = { account, commentId: await addComment(fixture, commented, { text: 'Still there?' }) };
    assert.equal((await reply(fixture, recent)).kind, 'sent');
  });

  check(['privateReplies'], 'one does not allow more messages to a person who never wrote', async () => {
    const commented = await newComment(fixture);
    assert.equal((await reply(fixture, commented)).kind, 'sent');
    const { id: conversationId, participants } = await onlyConversation(fixture, commented.account);
    const recipient = { conversationId, personId: participants[0]?.id ?? '' };
    const more = { recipient, content: { text: 'And?' } };
    const limited = await fixture.adapter.inbox?.send(fixture.as(commented.account), more);
    assert.equal(limited?.kind, 'limited', JSON.stringify(limited));
    assert.equal((await sentMessages(fixture, commented.account)).length, 1);
  });

  check(['privateReplies', 'rateLimit'], `${perHourMax} are accepted in an hour, and the next one is not`, async () => {
    const commented = await newComment(fixture);
    const replyToNew = async () =>
      await reply(fixture, { ...commented, commentId: await addComment(fixture, commented, { text: 'Price?' }) });
    for (let count = 0; count < perHourMax; count += 1) assert.equal((await replyToNew()).kind, 'sent');
    const next = await reply(fixture, commented);
    assert.equal(next.kind, 'rateLimited', JSON.stringify(next));
    assert.equal((await sentMessages(fixture, commented.account)).length, perHourMax);
    await fixture.advance(3_600_000);
    const account = await newAccount(fixture, commented.name);
    assert.equal((await reply(fixture, { ...commented, account })).kind, 'sent');
  });
}

const refusals = { tokenExpired: 'disconnected', tokenRevoked: 'disconnected', scopeMissing: 'scopeMissing' };

function faultChecks(fixture: PlatformFixture, check: Check, operation: string): void {
  for (const kind of lostKinds) {
    check(['privateReplies', kind], 'one without a valid response is unknown, and arrives once at most', async () => {
      const commented = await newComment(fixture);
      await fixture.fault(kind, operation);
      const result = await reply(fixture, commented, { text: 'Once' }, edgeFor(kind));
      assert.equal(result.kind, 'unknown', JSON.stringify(result));
      assert.equal((await sentMessages(fixture, commented.account)).length, hadEffect(kind) ? 1 : 0);
      const again = await reply(fixture, commented, { text: 'Once' });
      assert.equal(again.kind, hadEffect(kind) ? 'rejected' : 'sent', JSON.stringify(again));
      assert.equal((await sentMessages(fixture, commented.account)).length, 1);
    });
  }

  check(['privateReplies', 'rateLimit'], 'one returns how long to wait and sends nothing', async () => {
    const commented = await newComment(fixture);
    await fixture.fault('rateLimit', operation, { value: resetSeconds });
    const at = fixture.now();
    const result = await reply(fixture, commented);
    assert.ok(result.kind === 'rateLimited' && isNamedWait(fixture, result.retryAfterMs, at), JSON.stringify(result));
    assert.deepEqual(await sentMessages(fixture, commented.account), []);
  });

  for (const [kind, expected] of Object.entries(refusals)) {
    check(['privateReplies', kind], 'a refused one returns the reason and sends nothing', async () => {
      const commented = await newComment(fixture);
      await fixture.fault(kind, operation);
      const result = await reply(fixture, commented);
      assert.equal(result.kind, expected, JSON.stringify(result));
      assert.deepEqual(await sentMessages(fixture, commented.account), []);
    });
  }

  check(['privateReplies', 'notSent'], 'one that was never sent is not done', async () => {
    const commented = await newComment(fixture);
    const result = await reply(fixture, commented, { text: 'Once' }, { isOffline: true });
    assert.equal(result.kind, 'notDone', JSON.stringify(result));
    assert.deepEqual(await sentMessages(fixture, commented.account), []);
  });
}

function buttonChecks(fixture: PlatformFixture, check: Check, buttonsRefused: object): void {
  check(['privateReplies'], 'link buttons arrive with a readable text', async () => {
    const commented = await newComment(fixture);
    const sent = await reply(fixture, commented, { text: 'Look', buttons });
    assert.ok(sent.kind === 'sent', JSON.stringify(sent));
    const ledger = await sentMessages(fixture, commented.account);
    assert.deepEqual(
      ledger.map((message) => [message.id, message.text, message.buttons]),
      [[sent.id, 'Look', buttons]],
    );
    const { messages } = await onlyConversation(fixture, commented.account);
    assert.deepEqual(
      messages.map(({ text, isKnown, attachments }) => [text, isKnown, attachments]),
      [['Look', true, []]],
    );
  });

  check(['privateReplies'], 'link buttons are also sent to a person who wrote', async () => {
    const account = await newAccount(fixture);
    const { conversationId } = await receiveMessage(fixture, account, { text: 'Hello' });
    const { participants } = await readConversation(fixture, account, conversationId);
    const recipient = { conversationId, personId: participants[0]?.id ?? '' };
    const message = { recipient, content: { text: 'Look', buttons } };
    const sent = await fixture.adapter.inbox?.send(fixture.as(account), message);
    assert.equal(sent?.kind, 'sent', JSON.stringify(sent));
    const ledger = await sentMessages(fixture, account);
    assert.deepEqual(
      ledger.map(({ text, buttons }) => [text, buttons]),
      [['Look', buttons]],
    );
  });

  check(['privateReplies'], 'the longest text beside buttons is accepted, and a longer one is not', async () => {
    const commented = await newComment(fixture);
    const longest = 'a'.repeat(fixture.adapter.inbox?.buttons?.textLengthMax ?? 0);
    const refused = await reply(fixture, commented, { text: `${longest}!`, buttons });
    assert.equal(refused.kind, 'buttonsRefused', JSON.stringify(refused));
    assert.equal((await reply(fixture, commented, { text: longest, buttons })).kind, 'sent');
  });

  check(['privateReplies'], 'refused buttons send nothing, and the text can be sent without them', async () => {
    const commented = await newComment(fixture);
    await fixture.facts(commented.name, buttonsRefused);
    const refused = await reply(fixture, commented, { text: 'Look', buttons });
    assert.ok(refused.kind === 'buttonsRefused', JSON.stringify(refused));
    assert.notEqual(refused.reason, '');
    assert.deepEqual(await sentMessages(fixture, commented.account), []);
    assert.equal((await reply(fixture, commented, { text: 'Look' })).kind, 'sent');
  });

  check(['privateReplies'], 'buttons are not blamed for a comment that was replied to or does not exist', async () => {
    const commented = await newComment(fixture);
    assert.equal((await reply(fixture, commented)).kind, 'sent');
    assert.equal((await reply(fixture, commented, { text: 'Look', buttons })).kind, 'rejected');
    const missing = { ...commented, commentId: '999999999' };
    assert.equal((await reply(fixture, missing, { text: 'Look', buttons })).kind, 'rejected');
    assert.equal((await sentMessages(fixture, commented.account)).length, 1);
  });
}
