import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeAccount, makeKey, makeProfile } from '../../../../test/factories.ts';
import type { TestResponse } from '../../../../test/check-response.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { passingTime } from '../../../../test/passing-time.ts';
import { makePost, readPost } from '../../../../test/data/posts.ts';
import { uploadJpeg } from '../../../../test/data/upload-jpeg.ts';

const t = await startTestApp({ sandbox: true, listens: true });

type Published = { user: TestUser; accountId: string; platform: string; account: string; post: string; id: string };

let count = 0;

async function publish(platform: string): Promise<Published> {
  const user = await t.newUser();
  const account = `commented.${(count += 1)}`;
  const { _id: accountId } = await makeAccount(user.call, { platform, account });
  const media = platform === 'instagram' ? { mediaItems: [{ url: await uploadJpeg(user) }] } : {};
  const platforms = [{ platform, accountId }];
  const { _id: id } = await makePost(user.call, { isDraft: undefined, publishNow: true, platforms, ...media });
  for (let round = 0; round < 3; round += 1) {
    await t.app.drain();
    await t.advance(30_000);
  }
  const [target] = (await readPost(user.call, id)).platforms;
  assert.equal(target.status, 'published', JSON.stringify(target));
  return { user, accountId, platform, account, post: target.platformPostId, id };
}

const comment = async ({ platform, account, post }: Published, text: string, more: object = {}): Promise<string> =>
  (await t.sandbox.control('POST', 'comments', { platform, account, post, person: 'fan', text, ...more })).comment.id;

const list = ({ user, accountId, id }: Published, query = '') =>
  user.call('GET', `/v1/inbox/comments/${id}?accountId=${accountId}${query}`);

/** Threads processes a reply for a second before publishing. */
async function reply({ user, accountId, id }: Published, fields: object, postId = id): Promise<TestResponse> {
  const body = { accountId, message: 'Thank you', ...fields };
  return await passingTime(t, user.call('POST', `/v1/inbox/comments/${postId}`, { body }));
}

const remove = ({ user, accountId, id }: Published, commentId: string) =>
  user.call('DELETE', `/v1/inbox/comments/${id}?accountId=${accountId}&commentId=${commentId}`);

const hide = ({ user, accountId, id }: Published, commentId: string) =>
  user.call('POST', `/v1/inbox/comments/${id}/${commentId}/hide`, { body: { accountId } });

const unhide = ({ user, accountId, id }: Published, commentId: string) =>
  user.call('DELETE', `/v1/inbox/comments/${id}/${commentId}/hide?accountId=${accountId}`);

const received = async ({ user }: Published) =>
  (await user.call('GET', '/v1/events?type=comment.received&limit=200')).body.events;

for (const platform of ['instagram', 'facebook', 'threads']) {
  test(`${platform}: lists comments newest first with their replies oldest first`, async () => {
    const published = await publish(platform);
    const first = await comment(published, 'First');
    const second = await comment(published, 'Second');
    const below = await comment(published, 'Below the first', { parent: first, person: 'other' });
    const belowToo = await comment(published, 'Below too', { parent: first });
    const { status, body } = await list(published);
    assert.equal(status, 200);
    assert.deepEqual(
      body.comments.map(({ id, message, parentId, replies }: any) => [id, message, parentId, replies.length]),
      [
        [second, 'Second', null, 0],
        [first, 'First', null, 2],
      ],
    );
    assert.deepEqual(
      body.comments[1].replies.map(({ id, parentId, from }: any) => [id, parentId, from.isOwner]),
      [
        [below, first, false],
        [belowToo, first, false],
      ],
    );
    assert.deepEqual(body.pagination, { hasMore: false });
    const { lastUpdated, ...meta } = body.meta;
    assert.deepEqual(meta, { platform, postId: published.post, accountId: published.accountId });
    assert.ok(Date.parse(lastUpdated) > 0);
    const replies = await list(published, `&commentId=${first}`);
    assert.deepEqual(
      replies.body.comments.map(({ id }: any) => id),
      [below, belowToo],
    );
  });

  test(`${platform}: pages with a cursor, and accepts the platform's ID of the post`, async () => {
    const published = await publish(platform);
    for (const text of ['1', '2', '3']) await comment(published, text);
    const path = `/v1/inbox/comments/${published.post}?accountId=${published.accountId}&limit=2`;
    const first = await published.user.call('GET', path);
    const { hasMore, cursor } = first.body.pagination;
    const second = await published.user.call('GET', `${path}&cursor=${cursor}`);
    assert.deepEqual([hasMore, second.body.pagination], [true, { hasMore: false }]);
    const texts = [...first.body.comments, ...second.body.comments].map(({ message }) => message);
    assert.deepEqual(texts, ['3', '2', '1']);
    assertError(await published.user.call('GET', `${path}&cursor=${cursor}x`), 400, { error: 'Invalid cursor' });
    const other = await publish(platform);
    const foreign = `/v1/inbox/comments/${other.post}?accountId=${other.accountId}&cursor=${cursor}`;
    assertError(await other.user.call('GET', foreign), 400, { error: 'Invalid cursor' });
  });

  test(`${platform}: comments on the post and replies to a comment`, async () => {
    const published = await publish(platform);
    const question = await comment(published, 'Is it in stock?');
    const top = await reply(published, {});
    assert.deepEqual([top.status, top.body.data.isReply], [200, false]);
    const below = await reply(published, { commentId: question, message: 'Yes' });
    assert.deepEqual([below.status, below.body.data.isReply], [200, true]);
    const [newest, oldest] = (await list(published)).body.comments;
    assert.deepEqual([newest.id, newest.from.isOwner, newest.canHide], [top.body.data.commentId, true, false]);
    assert.deepEqual([oldest.id, oldest.replies[0].id], [question, below.body.data.commentId]);
  });

  test(`${platform}: hides and unhides a comment, and repeating is no error`, async () => {
    const published = await publish(platform);
    const id = await comment(published, 'Rude');
    const isHidden = async () => (await list(published)).body.comments[0].isHidden;
    assert.equal(await isHidden(), false);
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, body } = await hide(published, id);
      assert.deepEqual([status, body], [200, { status: 'success', commentId: id, hidden: true, platform }]);
      assert.equal(await isHidden(), true);
    }
    const { status, body } = await unhide(published, id);
    assert.deepEqual([status, body], [200, { status: 'success', commentId: id, hidden: false, platform }]);
    assert.equal(await isHidden(), false);
  });

  test(`${platform}: deletes its own comment`, async () => {
    const published = await publish(platform);
    const { commentId } = (await reply(published, {})).body.data;
    assert.equal((await list(published)).body.comments.length, 1);
    const { status, body } = await remove(published, commentId);
    assert.deepEqual([status, body], [200, { success: true, data: { message: 'Comment deleted successfully' } }]);
    assert.deepEqual((await list(published)).body.comments, []);
  });

  test(`${platform}: emits comment.received once per comment of other people`, async () => {
    const published = await publish(platform);
    const first = await comment(published, 'First');
    await reply(published, { commentId: first });
    await list(published);
    await t.advance(20_000);
    const below = await comment(published, 'Below', { parent: first });
    await list(published);
    const events = await received(published);
    assert.deepEqual(
      events.map(({ data }: any) => [data.comment.id, data.post._id, data.post.platformPostId]),
      [
        [first, published.id, published.post],
        [below, published.id, published.post],
      ],
    );
    assert.deepEqual(events[0].data.account._id, published.accountId);
  });

  test(`${platform}: serves a thread from the stored copy for 15 seconds`, async () => {
    const published = await publish(platform);
    assert.deepEqual((await list(published)).body.comments, []);
    await comment(published, 'New');
    assert.deepEqual((await list(published)).body.comments, []);
    await t.advance(16_000);
    assert.equal((await list(published)).body.comments.length, 1);
  });

  test(`${platform}: returns 404 with the platform's code for a post or comment that it does not have`, async () => {
    const published = await publish(platform);
    const { user, accountId } = published;
    const missing = await user.call('GET', `/v1/inbox/comments/999999999?accountId=${accountId}`);
    assertError(missing, 404, { platform, code: missing.body.code });
    assert.match(missing.body.code, /^100/);
    assert.equal((await hide(published, '999999998')).status, 404);
    assert.equal((await remove(published, '999999998')).status, 404);
    assert.equal((await reply(published, { commentId: '999999998' })).status, 404);
  });
}

for (const platform of ['instagram', 'facebook']) {
  test(`${platform}: a comment ID in place of the post stands for that comment`, async () => {
    const published = await publish(platform);
    const first = await comment(published, 'First');
    const below = await comment(published, 'Below', { parent: first });
    const path = `/v1/inbox/comments/${first}?accountId=${published.accountId}`;
    const { body } = await published.user.call('GET', path);
    assert.deepEqual(
      body.comments.map(({ id, parentId }: any) => [id, parentId]),
      [[below, first]],
    );
    const created = await reply(published, {}, first);
    assert.equal(created.body.data.isReply, true);
    const replies = (await published.user.call('GET', path)).body.comments;
    assert.deepEqual(
      replies.map(({ id }: any) => id),
      [below, created.body.data.commentId],
    );
  });

  test(`${platform}: deletes a comment of another person with its replies`, async () => {
    const published = await publish(platform);
    const first = await comment(published, 'Spam');
    await comment(published, 'More spam', { parent: first });
    assert.equal((await remove(published, first)).status, 200);
    assert.deepEqual((await list(published)).body.comments, []);
  });
}

test('threads: refuses to hide a reply to a reply and to delete what other people wrote', async () => {
  const published = await publish('threads');
  const first = await comment(published, 'First');
  const below = await comment(published, 'Below', { parent: first });
  assertError(await hide(published, below), 400, { code: 'actionNotAllowed' });
  assertError(await remove(published, first), 400, { code: 'actionNotAllowed' });
});

test('instagram: refuses to hide its own comment and to reply to a hidden one', async () => {
  const published = await publish('instagram');
  const { commentId } = (await reply(published, {})).body.data;
  assertError(await hide(published, commentId), 400, { code: 'actionNotAllowed' });
  const rude = await comment(published, 'Rude');
  await hide(published, rude);
  await list(published);
  assertError(await reply(published, { commentId: rude }), 400, { code: 'actionNotAllowed' });
});

test('refuses text that is too long for the platform, and attachments where there are none', async () => {
  const threads = await publish('threads');
  assertError(await reply(threads, { message: 'x'.repeat(501) }), 400, { code: 'validation', param: 'message' });
  assertError(await reply(threads, { message: '' }), 400, { code: 'validation', param: 'message' });
  const attachmentUrl = 'https://images.example/thanks.jpg';
  assertError(await reply(threads, { attachmentUrl }), 400, { code: 'attachmentUnsupported' });
  const facebook = await publish('facebook');
  const file = 'file:///etc/passwd';
  assertError(await reply(facebook, { attachmentUrl: file }), 400, { code: 'urlNotAllowed', param: 'attachmentUrl' });
});

test('facebook: comments with an image', async () => {
  const published = await publish('facebook');
  const attachmentUrl = await uploadJpeg(published.user);
  assert.equal((await reply(published, { attachmentUrl })).status, 200);
  const { posts } = await t.sandbox.control('GET', `ledger?platform=facebook&account=${published.account}`);
  assert.equal(posts.at(-1).media.length, 1);
});

test('returns 400 for a platform without comments, and 404 for an ID that cannot be one', async () => {
  const user = await t.newUser();
  const { _id: accountId } = await makeAccount(user.call, { platform: 'telegram' });
  const response = await user.call('GET', `/v1/inbox/comments/1?accountId=${accountId}`);
  assertError(response, 400, { code: 'platformUnsupported' });
  const published = await publish('threads');
  const strange = `/v1/inbox/comments/${encodeURIComponent('1/../2')}?accountId=${published.accountId}`;
  assertError(await published.user.call('GET', strange), 404, { code: 'postNotFound' });
});

test('returns 404 for a post that is unknown, of another user, or not published on the account', async () => {
  const published = await publish('threads');
  const { user, accountId } = published;
  const other = await publish('threads');
  for (const id of [other.id, 'pst_000000000000000000000000']) {
    assertError(await user.call('GET', `/v1/inbox/comments/${id}?accountId=${accountId}`), 404, {
      code: 'postNotFound',
    });
  }
  const { _id: draft } = await makePost(user.call);
  const response = await user.call('GET', `/v1/inbox/comments/${draft}?accountId=${accountId}`);
  assertError(response, 404, { code: 'postNotPublished' });
  assertError(await list({ ...published, accountId: other.accountId }), 404, { code: 'accountNotFound' });
});

test('a key that is limited to other profiles sees neither account nor comments', async () => {
  const published = await publish('threads');
  await comment(published, 'Hello');
  const { _id: profileId } = await makeProfile(published.user.call);
  const { key } = await makeKey(published.user.call, { scope: 'profiles', profileIds: [profileId] });
  const path = `/v1/inbox/comments/${published.id}?accountId=${published.accountId}`;
  assertError(await t.as(key)('GET', path), 404, { code: 'accountNotFound' });
});

test('returns 403 with the missing scopes when the account may not manage comments', async () => {
  const user = await t.newUser();
  const query = '&drop=threads_read_replies&drop=threads_manage_replies';
  const { _id: accountId } = await makeAccount(user.call, { platform: 'threads', account: 'shy', query });
  const body = { accountId, message: 'Hello' };
  const response = await user.call('POST', '/v1/inbox/comments/1', { body });
  assertError(response, 403, {
    code: 'platformCapabilityMissing',
    missingScopes: ['threads_read_replies', 'threads_manage_replies'],
  });
});

test('returns 502 providerOutcomeUnknown when the platform does not confirm a comment, and writes it once', async () => {
  const published = await publish('instagram');
  await t.sandbox.fault('instagram', 'lostResponse', { operation: 'createComment' });
  assertError(await reply(published, { message: 'Only once' }), 502, { code: 'providerOutcomeUnknown' });
  const { comments } = (await list(published)).body;
  assert.deepEqual(
    comments.map(({ message }: any) => message),
    ['Only once'],
  );
});

test('returns 429 after 120 comments in an hour', async () => {
  const published = await publish('threads');
  const { ownerId } = published.user;
  await t.sql(
    `INSERT INTO hourly_uses (owner_id, operation, used_at)
     SELECT $1, 'comment.reply', herald_now() FROM generate_series(1, 120)`,
    [ownerId],
  );
  assertError(await reply(published, {}), 429, { error: 'rate_limited' });
});
