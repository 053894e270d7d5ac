import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestResponse } from '../../../../test/check-response.ts';
import { assertError, makeAccount } from '../../../../test/factories.ts';
import { startTestApp, type Call, type TestUser } from '../../../../test/harness.ts';
import { passingTime } from '../../../../test/passing-time.ts';
import { makePost, readPost } from '../../../../test/data/posts.ts';
import { whileOffline } from '../../../../test/while-offline.ts';

// Covers every declared error; comments.test.ts covers the behaviour.
const t = await startTestApp({ sandbox: true });

type Thread = { user: TestUser; accountId: string; postId: string; own: string; foreign: string; nested: string };

let count = 0;

async function openThread(): Promise<Thread> {
  const user = await t.newUser();
  const { _id: accountId, providerAccountId: account } = await makeAccount(user.call, {
    platform: 'threads',
    account: `refused.${(count += 1)}`,
  });
  const platforms = [{ platform: 'threads', accountId }];
  const { _id: postId } = await makePost(user.call, { isDraft: undefined, publishNow: true, platforms });
  const drain = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      await t.app.drain();
      await t.advance(5000);
    }
  };
  await drain();
  const [{ platformPostId: post }] = (await readPost(user.call, postId)).platforms as [{ platformPostId: string }];
  const add = async (more: object): Promise<string> => {
    const comment = { platform: 'threads', account, post, person: 'fan', text: 'Hello', ...more };
    return (await t.sandbox.control('POST', 'comments', comment)).comment.id;
  };
  const foreign = await add({});
  const nested = await add({ parent: foreign });
  const body = { accountId, message: 'Ours' };
  const { body: created } = await passingTime(t, user.call('POST', `/v1/inbox/comments/${postId}`, { body }));
  const own = created.data.commentId;
  await user.call('GET', `/v1/inbox/comments/${postId}?accountId=${accountId}`);
  await t.advance(20_000);
  return { user, accountId, postId, own, foreign, nested };
}

type Names = { accountId: string; postId: string; commentId: string };

type Operation = {
  name: string;
  /** Sandbox operation on which faults are set. */
  sandbox: string;
  isWrite: boolean;
  commentOf(thread: Thread): string;
  run(call: Call, names: Names): Promise<TestResponse>;
};

const pathOf = ({ postId, commentId }: Names): string => `/v1/inbox/comments/${postId}/${commentId}/hide`;

const operations: readonly Operation[] = [
  {
    ...{ name: 'list', sandbox: 'listReplies', isWrite: false, commentOf: ({ foreign }) => foreign },
    run: (call, { accountId, postId }) => call('GET', `/v1/inbox/comments/${postId}?accountId=${accountId}`),
  },
  {
    ...{ name: 'reply', sandbox: 'createContainer', isWrite: true, commentOf: ({ foreign }) => foreign },
    run: (call, { accountId, postId, commentId }) =>
      call('POST', `/v1/inbox/comments/${postId}`, { body: { accountId, commentId, message: 'Hello' } }),
  },
  {
    ...{ name: 'delete', sandbox: 'deletePost', isWrite: true, commentOf: ({ own }) => own },
    run: (call, { accountId, postId, commentId }) =>
      call('DELETE', `/v1/inbox/comments/${postId}?accountId=${accountId}&commentId=${commentId}`),
  },
  {
    ...{ name: 'hide', sandbox: 'manageReply', isWrite: true, commentOf: ({ foreign }) => foreign },
    run: (call, names) => call('POST', pathOf(names), { body: { accountId: names.accountId } }),
  },
  {
    ...{ name: 'unhide', sandbox: 'manageReply', isWrite: true, commentOf: ({ foreign }) => foreign },
    run: (call, names) => call('DELETE', `${pathOf(names)}?accountId=${names.accountId}`),
  },
];

for (const { name, sandbox, isWrite, commentOf, run } of operations) {
  test(`${name}: refuses accounts and posts that are unknown or cannot have comments`, async () => {
    const thread = await openThread();
    const { call } = thread.user;
    const names = { accountId: thread.accountId, postId: thread.postId, commentId: commentOf(thread) };
    assertError(await run(call, { ...names, accountId: 'acc_unknown' }), 404, { code: 'accountNotFound' });
    const { _id: telegram } = await makeAccount(call, { platform: 'telegram' });
    assertError(await run(call, { ...names, accountId: telegram }), 400, { code: 'platformUnsupported' });
    const unknown = 'pst_000000000000000000000000';
    assertError(await run(call, { ...names, postId: unknown }), 404, { code: 'postNotFound' });
    const { _id: draft } = await makePost(call);
    assertError(await run(call, { ...names, postId: draft }), 404, { code: 'postNotPublished' });
  });

  test(`${name}: passes on what the platform refuses`, async () => {
    const thread = await openThread();
    const names = { accountId: thread.accountId, postId: thread.postId, commentId: commentOf(thread) };
    const { call } = thread.user;
    const fault = (kind: string, more: object = {}) =>
      t.sandbox.fault('threads', kind, { operation: sandbox, ...more });
    await fault('rateLimit', { value: 120 });
    assertError(await run(call, names), 429, { platform: 'threads' });
    const error = { code: 100, message: 'Invalid parameter', type: 'OAuthException' };
    await fault('response', { status: 400, body: { error } });
    assertError(await run(call, names), 400, { code: '100', platform: 'threads' });
    await fault('errorBefore');
    // Without a response, a deletion on Threads may have happened.
    const status = name === 'delete' ? { code: 'providerOutcomeUnknown' } : { platform: 'threads' };
    assertError(await run(call, names), 502, status);
    if (name === 'delete') {
      const offline = await whileOffline(t, 'threads', () => run(call, names));
      assertError(offline, 502, { code: 'unavailable' });
    }
    await fault('tokenRevoked');
    assertError(await run(call, names), 424, { code: 'connectionDead' });
    assertError(await run(call, names), 424, { code: 'connectionDead' });
  });

  test(`${name}: returns 403 with the missing scope`, async () => {
    const thread = await openThread();
    const { accountId, postId } = thread;
    if (isWrite) await t.sql(`UPDATE accounts SET granted_scopes = '{threads_basic}' WHERE id = $1`, [accountId]);
    else await t.sandbox.fault('threads', 'scopeMissing', { operation: sandbox });
    const response = await run(thread.user.call, { accountId, postId, commentId: commentOf(thread) });
    assertError(response, 403, { code: 'platformCapabilityMissing' });
    assert.ok(response.body.missingScopes.includes('threads_read_replies'));
  });
}

test('deleting and unhiding name what is missing, and refuse what the platform does not allow', async () => {
  const thread = await openThread();
  const { call } = thread.user;
  const { accountId, postId, nested } = thread;
  const path = `/v1/inbox/comments/${postId}`;
  assertError(await call('DELETE', path), 400, { code: 'validation', param: 'accountId' });
  assertError(await call('DELETE', `${path}/${nested}/hide`), 400, { code: 'validation', param: 'accountId' });
  const query = `?accountId=${accountId}`;
  assertError(await call('DELETE', `${path}/${nested}/hide${query}`), 400, { code: 'actionNotAllowed' });
  assertError(await call('DELETE', `${path}/99999999/hide${query}`), 404, { platform: 'threads' });
});
