import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount } from '../adapter.ts';
import { noContainers } from '../meta/container-state.ts';
import { jsonReply, fakeCall, fakeMedia, fakePost, type Respond } from '../shared/test/fake-call.ts';
import { threads } from './index.ts';

const { publish } = threads;
const account: CallAccount = {
  providerAccountId: '25',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'THAA', isRefreshable: true },
  state: {},
};
const fake = (respond: Respond) => fakeCall({ account, hosts: threads.hosts, apiVersion: 'v1.0', respond });
const ready = { ...noContainers(0), container: '7' };
const graphError = (code: number, subcode?: number, status = 400) =>
  jsonReply(
    { error: { code, message: 'words', ...(subcode === undefined ? {} : { error_subcode: subcode }) } },
    status,
  );

test('refuses publishing only when it certainly had no effect', async () => {
  const cases: [reply: PlatformReply, kind: string][] = [
    [graphError(24, 4279009), 'preparationLost'],
    [graphError(25, 4279013), 'rejected'],
    [graphError(4, 2207051), 'rejected'],
    [graphError(9, 2207042), 'rateLimited'],
    [graphError(4), 'rateLimited'],
    [graphError(10, undefined, 403), 'scopeMissing'],
    [graphError(190, 463), 'disconnected'],
    [graphError(100), 'rejected'],
    [graphError(2, undefined, 500), 'unknown'],
    [graphError(77_777), 'unknown'],
    [jsonReply({}), 'unknown'],
    [jsonReply({ id: '1805' }), 'published'],
  ];
  for (const [reply, kind] of cases) {
    const { call, sent } = fake(() => reply);
    const outcome = await publish.send(call, fakePost(), ready);
    assert.equal(outcome.kind, kind, JSON.stringify(reply));
    assert.equal(sent.length, 1);
  }
});

test('uses the quota and scope of replies and names the previous post', async () => {
  const { followUps } = publish;
  const post = fakePost({ thread: [{ text: 'Next', media: [] }] });
  const position = { name: 'threadItems[0]', index: 0, postId: '1', previousId: '2' };
  const figures = { quota_usage: 250, config: { quota_total: 250 }, reply_quota_usage: 3, reply_config: {} };
  const full = fake(() => jsonReply({ data: [figures] }));
  assert.deepEqual(await publish.prepare(full.call, post, undefined), { kind: 'rateLimited', retryAfterMs: 3_600_000 });
  assert.equal((await followUps?.prepare?.(full.call, post, position, undefined))?.kind, 'again');
  const creating = fake(() => jsonReply({ id: '8' }));
  await followUps?.prepare?.(creating.call, post, position, noContainers(0));
  assert.deepEqual(Object.fromEntries(creating.sent[0]?.form ?? []), {
    media_type: 'TEXT',
    text: 'Next',
    reply_to_id: '2',
  });
  const bare = fake(() => graphError(10, undefined, 403));
  assert.deepEqual(await followUps?.send(bare.call, post, position, ready), {
    kind: 'scopeMissing',
    scopes: ['threads_basic', 'threads_content_publish', 'threads_manage_replies'],
  });
});

test('finds a published post whose tag lost its sign; two equal posts are inconclusive', async () => {
  const sentAt = new Date('2026-10-01T12:00:00Z');
  const item = { timestamp: '2026-10-01T12:00:05+0000', text: 'On wool and #more', media_type: 'TEXT_POST' };
  const settle = async (...data: object[]) => {
    const { call } = fake(({ url }) =>
      url.includes('/7?') ? jsonReply({ status: 'PUBLISHED' }) : jsonReply({ data }),
    );
    return await publish.settle(call, fakePost({ text: 'On #wool and #more' }), { publishState: ready, sentAt });
  };
  const settled = await settle({ id: '1805', ...item }, { id: '1806', ...item, text: 'On cotton' });
  assert.ok(settled.kind === 'found' && settled.id === '1805', JSON.stringify(settled));
  assert.equal((await settle({ id: '1805', ...item }, { id: '1806', ...item })).kind, 'inconclusive');
  const old = { ...item, timestamp: '2026-10-01T11:58:00+0000' };
  assert.equal((await settle({ id: '1805', ...old })).kind, 'inconclusive');
});

test('counts emoji by their bytes, also in threads', () => {
  const fits = `${'👍'.repeat(100)}${'é'.repeat(100)}`;
  assert.deepEqual(publish.check(fakePost({ text: fits, thread: [{ text: fits, media: [] }] })), []);
  const issues = publish.check(fakePost({ text: `${fits}!`, thread: [{ text: `${fits}!`, media: [] }] }));
  assert.equal(issues.length, 2);
  const many = Array.from({ length: 11 }, () => fakeMedia({ width: 400, height: 400 }));
  assert.equal(publish.check(fakePost({ media: many })).length, 1);
});
