import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeAccount, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';

const t = await startTestApp({ sandbox: true });

type Inbox = { user: TestUser; accountId: string; username: string };

let count = 0;

async function openInbox(user?: TestUser): Promise<Inbox> {
  const owner = user ?? (await t.newUser());
  const username = `searched.${(count += 1)}`;
  const { _id: accountId } = await makeAccount(owner.call, { platform: 'instagram', account: username });
  return { user: owner, accountId, username };
}

async function write(inbox: Inbox, person: string, text: string): Promise<string> {
  const body = { platform: 'instagram', account: inbox.username, person, text };
  const { conversationId } = (await t.sandbox.control('POST', 'messages', body)).message;
  // Messages of the same second have no certain order.
  await t.advance(1000);
  return conversationId;
}

const search = ({ user }: Inbox, query: string, more = '') =>
  user.call('GET', `/v1/inbox/conversations/search?query=${encodeURIComponent(query)}${more}`);

const textsOf = async (inbox: Inbox, query: string, more = ''): Promise<string[]> => {
  const { status, body } = await search(inbox, query, more);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.flatMap(({ matches }: any) => matches.map(({ text }: any) => text));
};

test('returns threads with their count and their newest five messages that match', async () => {
  const inbox = await openInbox();
  const first = await write(inbox, 'fan.one', 'Is the blue mug back?');
  const second = await write(inbox, 'fan.two', 'mug 1');
  for (let n = 2; n <= 6; n += 1) await write(inbox, 'fan.two', `mug ${n}`);
  await write(inbox, 'fan.three', 'Nothing to see');
  const { status, body } = await search(inbox, 'MUG');
  assert.equal(status, 200);
  assert.deepEqual(
    body.data.map(({ conversation, matchCount }: any) => [conversation.id, matchCount]),
    [
      [second, 6],
      [first, 1],
    ],
  );
  const texts = body.data[0].matches.map(({ text }: any) => text);
  assert.deepEqual(texts, ['mug 6', 'mug 5', 'mug 4', 'mug 3', 'mug 2']);
  const { conversation, matches } = body.data[1];
  const { lastMessageAt, ...rest } = conversation;
  assert.deepEqual(rest, {
    ...{ id: first, platform: 'instagram', accountId: inbox.accountId },
    ...{ participantName: null, participantUsername: 'fan.one', status: 'active' },
    lastMessage: 'Is the blue mug back?',
  });
  const [{ id, timestamp, ...match }] = matches;
  assert.deepEqual([match, timestamp], [{ text: 'Is the blue mug back?', direction: 'incoming' }, lastMessageAt]);
  assert.equal(typeof id, 'string');
  assert.deepEqual(body.pagination, { hasMore: false, nextCursor: null });
  assert.deepEqual([body.meta.accountsQueried, body.meta.failedAccounts], [1, []]);
});

test('matches whole words of any script, and every word of the query in any order', async () => {
  const inbox = await openInbox();
  const texts = [
    ...['Un café crème, s’il vous plaît', 'Καλημέρα από την οδό', 'مرحبا، كيف حالُك؟', 'שָׁלוֹם חבר'],
    ...['こんにちは、世界', 'ส้มตำ อร่อยมาก', 'Great 👍🏽 stuff ❤️', 'cafe\u0301 noir', '100% sure_thing'],
  ];
  for (const [index, text] of texts.entries()) await write(inbox, `fan.of.${index}`, text);
  const [cafe, greek, arabic, hebrew, japanese, thai, emoji, noir, signs] = texts;
  const cases: readonly [query: string, expected: (string | undefined)[]][] = [
    ['cafe', [noir, cafe]],
    ['CRÉME café', [cafe]],
    ['café noir créme', []],
    ['caf', []],
    ['afe', []],
    ['ΚΑΛΗΜΕΡΑ', [greek]],
    ['οδο', [greek]],
    ['كيف حالك', [arabic]],
    ['שלום', [hebrew]],
    ['世界', [japanese]],
    ['こんにち', []],
    ['อร่อยมาก', [thai]],
    ['อร่อย', []],
    ['❤️', [emoji]],
    ['👍🏽', [emoji]],
    ['100%', [signs]],
    ['%%', []],
    ['sure thing', [signs]],
    ['sure_', [signs]],
    ["' OR 1=1 --", []],
  ];
  for (const [query, expected] of cases) assert.deepEqual(await textsOf(inbox, query), expected, query);
});

test('does not find a query whose words are in two messages', async () => {
  const inbox = await openInbox();
  await write(inbox, 'fan.one', 'red');
  await write(inbox, 'fan.one', 'blue');
  assert.deepEqual(await textsOf(inbox, 'red blue'), []);
});

test('finds participants by any part of their username, unless a direction is given', async () => {
  const inbox = await openInbox();
  const named = await write(inbox, 'jose.maria', 'Hello');
  const writing = await write(inbox, 'somebody', 'I am jose');
  const countsOf = async (query: string, more = '') =>
    (await search(inbox, query, more)).body.data.map(({ conversation, matchCount }: any) => [
      conversation.id,
      matchCount,
    ]);
  assert.deepEqual(await countsOf('JOSÉ'), [
    [writing, 1],
    [named, 0],
  ]);
  assert.deepEqual(await countsOf('e.ma'), [[named, 0]]);
  assert.deepEqual(await countsOf('e_ma'), []);
  assert.deepEqual(await countsOf(' maria '), [[named, 0]]);
  assert.deepEqual(await countsOf('jose', '&direction=incoming'), [[writing, 1]]);
  assert.deepEqual(await countsOf('jose', '&direction=outgoing'), []);
  assert.deepEqual(await countsOf('\u0301\u0301'), []);
});

test('searches messages of one direction', async () => {
  const inbox = await openInbox();
  const id = await write(inbox, 'fan.one', 'Do you ship?');
  await textsOf(inbox, 'ship');
  const path = `/v1/inbox/conversations/${encodeURIComponent(id)}/messages`;
  const sent = await inbox.user.call('POST', path, { body: { accountId: inbox.accountId, message: 'We ship' } });
  assert.equal(sent.status, 200);
  assert.deepEqual((await textsOf(inbox, 'ship')).toSorted(), ['Do you ship?', 'We ship']);
  assert.deepEqual(await textsOf(inbox, 'ship', '&direction=outgoing'), ['We ship']);
  assert.deepEqual(await textsOf(inbox, 'ship', '&direction=incoming'), ['Do you ship?']);
});

test('finds archived threads too', async () => {
  const inbox = await openInbox();
  const id = await write(inbox, 'fan.one', 'Archive me');
  await textsOf(inbox, 'archive');
  const body = { accountId: inbox.accountId, status: 'archived' };
  await inbox.user.call('PUT', `/v1/inbox/conversations/${encodeURIComponent(id)}`, { body });
  const [{ conversation }] = (await search(inbox, 'archive')).body.data;
  assert.equal(conversation.status, 'archived');
});

test('pages with a cursor that is bound to its query', async () => {
  const inbox = await openInbox();
  for (const person of ['page.one', 'page.two', 'page.three']) await write(inbox, person, `A page by ${person}`);
  const first = (await search(inbox, 'page', '&limit=2')).body;
  assert.deepEqual([first.data.length, first.pagination.hasMore], [2, true]);
  const cursor = `&cursor=${first.pagination.nextCursor}`;
  const second = (await search(inbox, 'page', `&limit=2${cursor}`)).body;
  assert.deepEqual(second.pagination, { hasMore: false, nextCursor: null });
  const names = [...first.data, ...second.data].map(({ conversation }) => conversation.participantUsername);
  assert.deepEqual(names, ['page.three', 'page.two', 'page.one']);
  for (const [query, more] of [
    ['pages', cursor],
    ['page', `${cursor}&direction=incoming`],
    ['page', `${cursor}&accountId=${inbox.accountId}`],
    ['page', '&cursor=2'],
  ] as const) {
    assertError(await search(inbox, query, more), 400, { error: 'Invalid cursor' });
  }
});

test('filters by account, profile and platform, and keeps users apart', async () => {
  const inbox = await openInbox();
  const other = await openInbox(inbox.user);
  const stranger = await openInbox();
  await write(inbox, 'fan.one', 'Filtered here');
  await write(other, 'fan.one', 'Filtered there');
  await write(stranger, 'fan.one', 'Filtered elsewhere');
  const { _id: empty } = await makeProfile(inbox.user.call);
  assert.deepEqual(await textsOf(inbox, 'filtered'), ['Filtered there', 'Filtered here']);
  assert.deepEqual(await textsOf(inbox, 'filtered', `&accountId=${inbox.accountId}`), ['Filtered here']);
  assert.deepEqual(await textsOf(inbox, 'filtered', `&profileId=${empty}`), []);
  assert.equal((await textsOf(inbox, 'filtered', '&platform=instagram')).length, 2);
  assertError(await search(inbox, 'filtered', '&platform=telegram'), 400, { param: 'platform' });
  assertError(await search(inbox, 'filtered', `&accountId=${stranger.accountId}`), 404, { code: 'accountNotFound' });
  assertError(await search(inbox, 'filtered', '&profileId=prf_unknown'), 404, { error: 'Not found' });
  const { key } = await makeKey(inbox.user.call, { scope: 'profiles', profileIds: [empty] });
  const { _id: hidden } = await makeProfile(inbox.user.call);
  const path = `/v1/inbox/conversations/search?query=filtered&profileId=${hidden}`;
  assertError(await t.as(key)('GET', path), 403, { code: 'forbidden' });
  const { _id: telegram } = await makeAccount(inbox.user.call, { platform: 'telegram' });
  assertError(await search(inbox, 'filtered', `&accountId=${telegram}`), 400, { code: 'platformUnsupported' });
});

test('refuses queries that are too short or too long', async () => {
  const inbox = await openInbox();
  for (const query of ['', 'a', '👍', 'a'.repeat(201)]) {
    assertError(await search(inbox, query), 400, { code: 'validation', param: 'query' });
  }
  assert.deepEqual(await textsOf(inbox, '漢'.repeat(200)), []);
});

test('stores a message with a very long word', async () => {
  const inbox = await openInbox();
  // PostgreSQL would compress a repeated letter.
  const word = Array.from({ length: 1000 }, (_, index) => String.fromCodePoint(0x4e00 + 7 * index)).join('');
  const text = `${word} and more`;
  await write(inbox, 'fan.one', text);
  assert.deepEqual(await textsOf(inbox, 'more'), [text]);
});

/** Inserts threads of one message, newest first; `textOf` gets the thread's number. */
async function fillThreads({ user, accountId }: Inbox, threads: number, textOf: (n: number) => string): Promise<void> {
  const numbers = Array.from({ length: threads }, (_, n) => n + 1);
  const values = [user.ownerId, accountId, numbers, numbers.map(textOf)];
  await t.sql(
    `INSERT INTO conversations (owner_id, account_id, id, participants, updated_at, last_message, refreshed_at, token_bits)
     SELECT $1, $2, 'thread.' || n, '[]', herald_now() - n * interval '1 minute', '', herald_now(),
            herald_token_bits(regexp_split_to_array(upper(text), ' '))
       FROM unnest($3::int[], $4::text[]) AS new (n, text)`,
    values,
  );
  await t.sql(
    `INSERT INTO messages (owner_id, account_id, conversation_id, id, direction, is_known, is_read, text, attachments,
                           is_story_mention, created_at, tokens)
     SELECT $1, $2, 'thread.' || n, 'message.' || n, 'incoming', true, true, text, '[]', false,
            herald_now() - n * interval '1 minute', regexp_split_to_array(upper(text), ' ')
       FROM unnest($3::int[], $4::text[]) AS new (n, text)`,
    values,
  );
}

test('finds frequent and rare words, and pages over both, in more threads than it reads by activity', async () => {
  const inbox = await openInbox();
  const stranger = await openInbox();
  const threads = 2300;
  const wordsOf = (n: number): string =>
    [`all`, ...(n % 2 === 0 ? ['even'] : []), ...(n % 100 === 0 ? ['hundred'] : []), ...(n === threads ? ['last'] : [])]
      .concat(`number${n}`)
      .join(' ');
  await fillThreads(inbox, threads, wordsOf);
  await fillThreads(stranger, 50, () => 'all even hundred last');
  const findThreads = async (query: string): Promise<number[]> => {
    const ids: number[] = [];
    for (let cursor = ''; ;) {
      const { body, text, status } = await search(inbox, query, `&limit=50${cursor}`);
      assert.equal(status, 200, text);
      ids.push(...body.data.map(({ conversation }: any) => Number(conversation.id.slice('thread.'.length))));
      if (!body.pagination.hasMore || ids.length >= 200) return ids;
      cursor = `&cursor=${encodeURIComponent(body.pagination.nextCursor)}`;
    }
  };
  const matching = (word: string): number[] =>
    Array.from({ length: threads }, (_, n) => n + 1)
      .filter((n) => wordsOf(n).split(' ').includes(word))
      .slice(0, 200);
  for (const word of ['all', 'even', 'hundred', 'last', 'number1700']) {
    assert.deepEqual(await findThreads(word), matching(word), word);
  }
  assert.deepEqual(await findThreads('last number5'), []);
  assert.deepEqual(await findThreads('hundred even number200'), [200]);
});
