import assert from 'node:assert/strict';
import type { Comments, PlatformComment, RemoteAccount } from '../../../src/platforms/adapter.ts';
import { passingTime } from '../../passing-time.ts';
import { publish } from '../drive.ts';
import { newAccount } from '../people.ts';
import type { PlatformFixture } from '../platform-fixture.ts';
import { edgeFor, hadEffect, isNamedWait, lostKinds, resetSeconds, type Check, type Suite } from './suite.ts';

type CommentsCase = NonNullable<PlatformFixture['platformCase']['comments']>;
type Capability = { comments: Comments; commentsCase: CommentsCase };

export const commentsSuite: Suite = (fixture, check) => {
  const { comments } = fixture.adapter;
  const { comments: commentsCase } = fixture.platformCase;
  assert.equal(comments === undefined, commentsCase === undefined, 'the description of comments is missing');
  if (comments === undefined || commentsCase === undefined) return;
  readChecks(fixture, check, { comments, commentsCase });
  writeChecks(fixture, check, { comments, commentsCase });
  faultChecks(fixture, check, { comments, commentsCase });
};

type Commented = { account: RemoteAccount; postId: string };

async function newPost(fixture: PlatformFixture, { commentsCase }: Capability): Promise<Commented> {
  const account = await newAccount(fixture);
  const { id: postId } = await publish(fixture, account, fixture.post(commentsCase.post));
  return { account, postId };
}

type FollowerComment = { text: string; parent?: string };

export async function addComment(
  { adapter, sandbox }: PlatformFixture,
  { account, postId: post }: Commented,
  comment: FollowerComment,
): Promise<string> {
  const target = { platform: adapter.name, account: account.providerAccountId, post };
  const { comment: added } = await sandbox.control('POST', 'comments', { ...target, person: 'fan', ...comment });
  return added.id;
}

type Reading = { parentId?: string; cursor?: string; limit?: number };

async function list(
  fixture: PlatformFixture,
  { account, postId }: Commented,
  { parentId, cursor, limit = 20 }: Reading = {},
): Promise<{ comments: PlatformComment[]; cursor: string | undefined }> {
  const query = { postId, parentId, cursor, limit };
  const page = await fixture.adapter.comments?.list(fixture.as(account), query);
  assert.ok(page?.kind === 'comments', JSON.stringify(page));
  return page;
}

const textsOf = (comments: readonly PlatformComment[]): string[] => comments.map(({ text }) => text);

function readChecks(fixture: PlatformFixture, check: Check, capability: Capability): void {
  const { comments } = capability;

  check(['comments'], 'are listed newest first, with replies oldest first', async () => {
    const commented = await newPost(fixture, capability);
    assert.deepEqual((await list(fixture, commented)).comments, []);
    const first = await addComment(fixture, commented, { text: 'First “quoted” & <b>more</b>' });
    await addComment(fixture, commented, { text: 'Second' });
    await addComment(fixture, commented, { text: 'Below', parent: first });
    await addComment(fixture, commented, { text: 'Below too', parent: first });
    const page = await list(fixture, commented);
    assert.deepEqual(textsOf(page.comments), ['Second', 'First “quoted” & <b>more</b>']);
    assert.equal(page.cursor, undefined);
    const [second, oldest] = page.comments;
    assert.deepEqual(textsOf(oldest?.replies ?? []), ['Below', 'Below too']);
    assert.deepEqual([oldest?.id, oldest?.parentId, oldest?.hasMoreReplies], [first, undefined, false]);
    assert.deepEqual([second?.replies, second?.author.isOwner, second?.isHidden], [[], false, false]);
    const replies = await list(fixture, commented, { parentId: first });
    assert.deepEqual(textsOf(replies.comments), ['Below', 'Below too']);
    assert.ok(replies.comments.every(({ parentId }) => parentId === first));
  });

  check(['comments'], 'pages lead to every comment once', async () => {
    const commented = await newPost(fixture, capability);
    const texts = ['1', '2', '3', '4', '5'];
    for (const text of texts) await addComment(fixture, commented, { text });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(fixture, commented, { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...textsOf(page.comments));
      ({ cursor } = page);
    } while (cursor !== undefined);
    assert.deepEqual(seen, texts.toReversed());
  });

  check(['comments'], 'are found by ID, and nothing else is', async () => {
    const commented = await newPost(fixture, capability);
    const id = await addComment(fixture, commented, { text: 'Here' });
    const call = fixture.as(commented.account);
    const result = await comments.find(call, id);
    assert.ok(result.kind === 'comment', JSON.stringify(result));
    assert.deepEqual(result.comment, (await list(fixture, commented)).comments[0]);
    assert.ok(result.postId === undefined || result.postId === commented.postId);
    for (const other of [commented.postId, '999999999']) {
      assert.equal((await comments.find(call, other)).kind, 'missing', other);
    }
    const query = { postId: '999999999', parentId: undefined, cursor: undefined, limit: 2 };
    assert.equal((await comments.list(call, query)).kind, 'missing');
  });
}

function writeChecks(fixture: PlatformFixture, check: Check, capability: Capability): void {
  const { comments } = capability;

  check(['comments'], 'are written on the post and below a comment, and only own ones are own', async () => {
    const commented = await newPost(fixture, capability);
    const { account, postId } = commented;
    const question = await addComment(fixture, commented, { text: 'Why?' });
    const write = (text: string, parentId?: string) => create(fixture, { account, postId, parentId, text });
    const top = await write('Welcome');
    const below = await write('Because', question);
    assert.deepEqual([top.kind, below.kind], ['created', 'created'], JSON.stringify([top, below]));
    const page = (await list(fixture, commented)).comments;
    assert.deepEqual(textsOf(page), ['Welcome', 'Why?']);
    assert.deepEqual(textsOf(page[1]?.replies ?? []), ['Because']);
    assert.deepEqual([page[0]?.author.isOwner, page[0]?.canHide], [true, false]);
  });

  check(['comments'], 'are hidden and shown again, also twice', async () => {
    const commented = await newPost(fixture, capability);
    const id = await addComment(fixture, commented, { text: 'Rude' });
    assert.equal((await list(fixture, commented)).comments[0]?.canHide, true);
    for (const isHidden of [true, true, false, false]) {
      const changed = await comments.setHidden(fixture.as(commented.account), { id, isHidden });
      assert.deepEqual(changed, { kind: 'changed' });
      assert.equal((await list(fixture, commented)).comments[0]?.isHidden, isHidden);
    }
    const unknown = { id: '999999999', isHidden: true };
    assert.equal((await comments.setHidden(fixture.as(commented.account), unknown)).kind, 'missing');
  });

  check(['comments'], 'are deleted, also twice', async () => {
    const commented = await newPost(fixture, capability);
    const { account, postId } = commented;
    const created = await create(fixture, { account, postId, text: 'A typo' });
    assert.ok(created.kind === 'created', JSON.stringify(created));
    assert.equal((await list(fixture, commented)).comments[0]?.canDelete, true);
    for (let turn = 0; turn < 2; turn += 1) {
      assert.deepEqual(await comments.delete(fixture.as(account), created.id), { kind: 'gone' });
      assert.deepEqual((await list(fixture, commented)).comments, []);
    }
  });
}

type Writing = { account: RemoteAccount; postId: string; parentId?: string | undefined; text: string };
type Edge = Parameters<PlatformFixture['as']>[1];

async function create(fixture: PlatformFixture, { account, ...writing }: Writing, edge?: Edge) {
  const { comments } = fixture.adapter;
  assert.ok(comments);
  const newComment = { parentId: undefined, attachmentUrl: undefined, ...writing };
  return await passingTime(fixture, comments.create(fixture.as(account, edge), newComment));
}

const refusals = { tokenExpired: 'disconnected', tokenRevoked: 'disconnected', scopeMissing: 'scopeMissing' };

function faultChecks(fixture: PlatformFixture, check: Check, capability: Capability): void {
  const { comments, commentsCase } = capability;
  type Run = (commented: Commented & { id: string }, edge?: Edge) => Promise<{ kind: string }>;
  const query = { cursor: undefined, limit: 2 };
  const runs: Readonly<Record<keyof CommentsCase['operations'], Run>> = {
    list: ({ account, postId }, edge) =>
      comments.list(fixture.as(account, edge), { postId, parentId: undefined, ...query }),
    replies: ({ account, postId, id }, edge) =>
      comments.list(fixture.as(account, edge), { postId, parentId: id, ...query }),
    find: ({ account, id }, edge) => comments.find(fixture.as(account, edge), id),
    create: ({ account, postId }, edge) => create(fixture, { account, postId, text: 'Once' }, edge),
    reply: ({ account, postId, id }, edge) => create(fixture, { account, postId, parentId: id, text: 'Once' }, edge),
    hide: ({ account, id }, edge) => comments.setHidden(fixture.as(account, edge), { id, isHidden: true }),
    delete: ({ account, id }, edge) => comments.delete(fixture.as(account, edge), id),
  };
  for (const [name, run] of Object.entries(runs)) {
    const operation = commentsCase.operations[name as keyof typeof runs];
    const isWrite = name === 'create' || name === 'reply';
    const start = async () => {
      const commented = await newPost(fixture, capability);
      if (name !== 'delete') return { ...commented, id: await addComment(fixture, commented, { text: 'Hello' }) };
      // Not every platform lets accounts delete other people's comments.
      const created = await create(fixture, { ...commented, text: 'Mine' });
      assert.ok(created.kind === 'created', JSON.stringify(created));
      return { ...commented, id: created.id };
    };
    for (const kind of lostKinds) {
      check(['comments', kind], `${name} without a valid response is ${isWrite ? 'unknown' : 'not done'}`, async () => {
        const commented = await start();
        await fixture.fault(kind, operation);
        const result = await run(commented, edgeFor(kind));
        const expected =
          isWrite || (name === 'delete' && commentsCase.isDeletionUncertain === true) ? 'unknown' : 'notDone';
        assert.equal(result.kind, expected, JSON.stringify(result));
        if (!isWrite) return;
        const written = (await fixture.replies(commented.account)).filter(({ text }) => text === 'Once');
        assert.equal(written.length, hadEffect(kind) ? 1 : 0);
      });
    }
    check(['comments', 'rateLimit'], `${name} returns how long to wait`, async () => {
      const commented = await start();
      await fixture.fault('rateLimit', operation, { value: resetSeconds });
      const at = fixture.now();
      const result = (await run(commented)) as { kind: string; retryAfterMs?: number };
      assert.ok(result.kind === 'rateLimited' && isNamedWait(fixture, result.retryAfterMs, at), JSON.stringify(result));
    });
    for (const [kind, expected] of Object.entries(refusals)) {
      check(['comments', kind], `a refused ${name} returns the reason`, async () => {
        const commented = await start();
        await fixture.fault(kind, operation);
        const result = await run(commented);
        assert.equal(result.kind, expected, JSON.stringify(result));
      });
    }
    check(['comments', 'notSent'], `${name} that was never sent is not done`, async () => {
      const result = await run(await start(), { isOffline: true });
      assert.equal(result.kind, 'notDone', JSON.stringify(result));
    });
  }
}
