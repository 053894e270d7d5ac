import assert from 'node:assert/strict';
import type { Inbox, MessageContent, PlatformMessage, RemoteAccount } from '../../../src/platforms/adapter.ts';
import { publish } from '../drive.ts';
import {
  listConversations as list,
  readConversation as read,
  receiveMessage as receive,
  sentMessages,
} from '../messages.ts';
import { newAccount } from '../people.ts';
import type { PlatformFixture } from '../platform-fixture.ts';
import { edgeFor, hadEffect, isNamedWait, lostKinds, resetSeconds, type Check, type Suite } from './suite.ts';

type InboxCase = NonNullable<PlatformFixture['platformCase']['inbox']>;
type Capability = { inbox: Inbox; inboxCase: InboxCase };
type Edge = Parameters<PlatformFixture['as']>[1];

export const inboxSuite: Suite = (fixture, check) => {
  const { inbox } = fixture.adapter;
  const { inbox: inboxCase } = fixture.platformCase;
  assert.equal(inbox === undefined, inboxCase === undefined, 'the description of the inbox is missing');
  if (inbox === undefined || inboxCase === undefined) return;
  listChecks(fixture, check, { inbox, inboxCase });
  readChecks(fixture, check, { inbox, inboxCase });
  sendChecks(fixture, check, { inbox, inboxCase });
  faultChecks(fixture, check, { inbox, inboxCase });
};

type Thread = { account: RemoteAccount; conversationId: string; personId: string };

async function newThread(fixture: PlatformFixture, name = fixture.newName()): Promise<Thread> {
  const account = await newAccount(fixture, name);
  const { conversationId } = await receive(fixture, account, { text: 'Hello' });
  const [person] = (await read(fixture, account, conversationId)).participants;
  assert.ok(person);
  return { account, conversationId, personId: person.id };
}

async function send(fixture: PlatformFixture, thread: Thread, content: MessageContent, edge?: Edge) {
  const { inbox } = fixture.adapter;
  assert.ok(inbox);
  const { account, ...recipient } = thread;
  return await inbox.send(fixture.as(account, edge), { recipient, content });
}

const textsOf = (messages: readonly PlatformMessage[]) => messages.map(({ text }) => text);

function listChecks(fixture: PlatformFixture, check: Check, { inbox }: Capability): void {
  check(['inbox'], 'conversations are listed by latest activity, with their newest messages', async () => {
    const account = await newAccount(fixture);
    assert.deepEqual((await list(fixture, account)).conversations, []);
    const { conversationId } = await receive(fixture, account, { text: 'First “quoted” & <b>more</b>' });
    const other = await receive(fixture, account, { person: 'critic', text: 'Boo' });
    const { id } = await receive(fixture, account, { text: 'Second' });
    const { conversations, cursor } = await list(fixture, account);
    assert.equal(cursor, undefined);
    assert.deepEqual(
      conversations.map((conversation) => conversation.id),
      [conversationId, other.conversationId],
    );
    const [latest] = conversations;
    assert.deepEqual(
      latest?.participants.map(({ username }) => username),
      ['fan'],
    );
    assert.deepEqual(textsOf(latest.messages), ['Second', 'First “quoted” & <b>more</b>']);
    const [newest] = latest.messages;
    assert.deepEqual([newest?.id, newest?.isKnown, newest?.isOutgoing, newest?.senderName], [id, true, false, 'fan']);
    assert.equal(newest?.senderId, latest.participants[0]?.id);
    assert.deepEqual(newest?.createdAt, latest.updatedAt);
  });

  check(['inbox'], 'pages lead to every conversation once', async () => {
    const account = await newAccount(fixture);
    const people = ['one', 'two', 'three', 'four', 'five'];
    for (const person of people) await receive(fixture, account, { person, text: 'Hello' });
    const seen: (string | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(fixture, account, { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.conversations.map(({ participants }) => participants[0]?.username));
      ({ cursor } = page);
    } while (cursor !== undefined);
    assert.deepEqual(seen, people.toReversed());
  });

  check(['inbox'], 'one request lists conversations with their messages', async () => {
    const account = await newAccount(fixture);
    for (const person of ['one', 'two', 'three']) await receive(fixture, account, { person, text: 'Hello' });
    const requests: string[] = [];
    await fixture.advance(1000);
    const edge: Edge = {
      respond: async (request, ask) => {
        requests.push(request.url);
        return await ask(request);
      },
    };
    const page = await inbox.conversations(fixture.as(account, edge), { cursor: undefined, limit: 9 });
    assert.equal(page.kind === 'conversations' && page.conversations.length, 3);
    assert.equal(requests.length, 1, requests.join(' '));
  });
}

function readChecks(fixture: PlatformFixture, check: Check, { inbox, inboxCase }: Capability): void {
  const { story, readableMessages, profile } = inboxCase;

  check(['inbox'], 'a conversation is read by ID, and nothing else is', async () => {
    const { account, conversationId } = await newThread(fixture);
    const conversation = await read(fixture, account, conversationId);
    const [listed] = (await list(fixture, account)).conversations;
    assert.deepEqual({ ...conversation, participants: [] }, { ...listed, participants: [] });
    assert.deepEqual(
      conversation.participants.map(({ name, username }) => [name, username]),
      [['fan', 'fan']],
    );
    const stranger = await newAccount(fixture);
    assert.notEqual((await inbox.conversation(fixture.as(stranger), conversationId)).kind, 'conversation');
    for (const id of [`${conversationId}9`, '999999999']) {
      assert.equal((await inbox.conversation(fixture.as(account), id)).kind, 'missing', id);
    }
  });

  check(['inbox'], 'attachments have a type and a URL', async () => {
    const account = await newAccount(fixture);
    const attachmentUrl = 'https://cdn.example/cat.jpg';
    const { conversationId } = await receive(fixture, account, { attachmentUrl });
    const [message] = (await read(fixture, account, conversationId)).messages;
    assert.equal(message?.text, undefined);
    assert.deepEqual(
      message?.attachments.map(({ type, url }) => [type, url]),
      [['image', attachmentUrl]],
    );
  });

  if (story !== undefined) {
    check(['inbox'], 'a reply to a story names the story', async () => {
      const account = await newAccount(fixture);
      const { id: storyId } = await publish(fixture, account, fixture.post(story));
      const { conversationId } = await receive(fixture, account, { text: 'Wow', storyId });
      await receive(fixture, account, { text: 'Hello' });
      const { messages } = await read(fixture, account, conversationId);
      assert.deepEqual(
        messages.map(({ text, storyReply }) => [text, storyReply?.id]),
        [
          ['Hello', undefined],
          ['Wow', storyId],
        ],
      );
    });
  }

  if (readableMessages !== undefined) {
    check(['inbox'], `only ${readableMessages} messages of a conversation have content`, async () => {
      const account = await newAccount(fixture);
      const received = [];
      for (let count = 0; count < readableMessages + 2; count += 1) {
        received.push(await receive(fixture, account, { text: `Message ${count}` }));
      }
      const { messages } = await read(fixture, account, received[0]?.conversationId ?? '');
      assert.deepEqual(
        messages.map(({ id }) => id),
        received.map(({ id }) => id).toReversed(),
      );
      const known = messages.filter(({ isKnown }) => isKnown);
      assert.deepEqual(known, messages.slice(0, readableMessages));
      for (const { text, senderId, attachments } of messages.slice(readableMessages)) {
        assert.deepEqual([text, senderId, attachments], [undefined, undefined, []]);
      }
    });
  }

  if (profile !== undefined) {
    for (const kind of [...lostKinds, 'rateLimit', 'scopeMissing']) {
      check(['inbox', kind], 'a conversation is read even if the profile of the person is not', async () => {
        const { account, conversationId } = await newThread(fixture);
        await fixture.fault(kind, profile);
        const result = await inbox.conversation(fixture.as(account, edgeFor(kind)), conversationId);
        assert.ok(result.kind === 'conversation', JSON.stringify(result));
        assert.equal(result.conversation.participants[0]?.username, 'fan');
      });
    }
  }
}

function sendChecks(fixture: PlatformFixture, check: Check, { inbox }: Capability): void {
  check(['inbox'], 'a text is sent once, and is outgoing', async () => {
    const thread = await newThread(fixture);
    const text = 'Welcome “back” & <b>more</b> 🦜';
    const sent = await send(fixture, thread, { text });
    assert.ok(sent.kind === 'sent', JSON.stringify(sent));
    const ledger = await sentMessages(fixture, thread.account);
    assert.deepEqual(
      ledger.map((message) => [message.id, message.conversationId, message.text]),
      [[sent.id, thread.conversationId, text]],
    );
    const { messages } = await read(fixture, thread.account, thread.conversationId);
    assert.deepEqual(
      messages.map((message) => [message.text, message.isOutgoing]),
      [
        [text, true],
        ['Hello', false],
      ],
    );
    assert.equal(messages[0]?.id, sent.id);
  });

  check(['inbox'], 'an attachment is sent once', async () => {
    const thread = await newThread(fixture);
    assert.ok(inbox.attachmentTypes.includes('image'));
    const { url: attachmentUrl } = fixture.files.jpeg('attached');
    const sent = await send(fixture, thread, { attachmentUrl, type: 'image' });
    assert.ok(sent.kind === 'sent', JSON.stringify(sent));
    const ledger = await sentMessages(fixture, thread.account);
    assert.deepEqual(
      ledger.map((message) => [message.id, message.text, message.attachmentUrl]),
      [[sent.id, '', attachmentUrl]],
    );
    const [message] = (await read(fixture, thread.account, thread.conversationId)).messages;
    assert.deepEqual([message?.attachments[0]?.type, message?.attachments[0]?.url], ['image', attachmentUrl]);
  });

  check(['inbox'], 'the longest text is accepted, and a longer one is rejected', async () => {
    const thread = await newThread(fixture);
    const longest = 'ä'.repeat(inbox.textBytesMax / 2);
    assert.equal((await send(fixture, thread, { text: longest })).kind, 'sent');
    assert.equal((await send(fixture, thread, { text: `${longest}!` })).kind, 'rejected');
    assert.equal((await sentMessages(fixture, thread.account)).length, 1);
  });

  check(['inbox'], 'messages are limited to a time after the last message of the person', async () => {
    const name = fixture.newName();
    const thread = await newThread(fixture, name);
    await fixture.advance(inbox.windowMs);
    // Tokens may have expired.
    const reconnected = { ...thread, account: await newAccount(fixture, name) };
    const limited = await send(fixture, reconnected, { text: 'Too late' });
    assert.ok(limited.kind === 'limited', JSON.stringify(limited));
    assert.notEqual(limited.message, '');
    assert.notEqual(limited.platformError.type, '');
    assert.deepEqual(await sentMessages(fixture, thread.account), []);
    await receive(fixture, reconnected.account, { text: 'Still there?' });
    assert.equal((await send(fixture, reconnected, { text: 'In time' })).kind, 'sent');
  });
}

const refusals = { tokenExpired: 'disconnected', tokenRevoked: 'disconnected', scopeMissing: 'scopeMissing' };

function faultChecks(fixture: PlatformFixture, check: Check, { inbox, inboxCase }: Capability): void {
  type Run = (thread: Thread, edge?: Edge) => Promise<{ kind: string }>;
  const runs: Readonly<Record<keyof InboxCase['operations'], Run>> = {
    list: ({ account }, edge) => inbox.conversations(fixture.as(account, edge), { cursor: undefined, limit: 2 }),
    read: ({ account, conversationId }, edge) => inbox.conversation(fixture.as(account, edge), conversationId),
    send: (thread, edge) => send(fixture, thread, { text: 'Once' }, edge),
  };
  for (const [name, run] of Object.entries(runs)) {
    const operation = inboxCase.operations[name as keyof typeof runs];
    const isSend = name === 'send';
    for (const kind of lostKinds) {
      check(['inbox', kind], `${name} without a valid response is ${isSend ? 'unknown' : 'not done'}`, async () => {
        const thread = await newThread(fixture);
        await fixture.fault(kind, operation);
        const result = await run(thread, edgeFor(kind));
        assert.equal(result.kind, isSend ? 'unknown' : 'notDone', JSON.stringify(result));
        if (!isSend) return;
        assert.equal((await sentMessages(fixture, thread.account)).length, hadEffect(kind) ? 1 : 0);
      });
    }
    check(['inbox', 'rateLimit'], `${name} returns how long to wait`, async () => {
      const thread = await newThread(fixture);
      await fixture.fault('rateLimit', operation, { value: resetSeconds });
      const at = fixture.now();
      const result = (await run(thread)) as { kind: string; retryAfterMs?: number };
      assert.ok(result.kind === 'rateLimited' && isNamedWait(fixture, result.retryAfterMs, at), JSON.stringify(result));
    });
    for (const [kind, expected] of Object.entries(refusals)) {
      check(['inbox', kind], `a refused ${name} returns the reason`, async () => {
        const thread = await newThread(fixture);
        await fixture.fault(kind, operation);
        const result = await run(thread);
        assert.equal(result.kind, expected, JSON.stringify(result));
      });
    }
    check(['inbox', 'notSent'], `${name} that was never sent is not done`, async () => {
      const result = await run(await newThread(fixture), { isOffline: true });
      assert.equal(result.kind, 'notDone', JSON.stringify(result));
    });
  }
}
