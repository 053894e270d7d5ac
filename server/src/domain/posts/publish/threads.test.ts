import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { live, makePost, makeTarget, readPost, type Target } from '../../../../test/posts.ts';

const t = await startTestApp({ sandbox: true, listens: true });
const user = await t.newUser();

const jpeg = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#39c' } })
  .jpeg()
  .toBuffer();

async function upload({ call }: TestUser): Promise<string> {
  const { body } = await call('POST', '/v1/media/presign', { body: { filename: 'a.jpg', contentType: 'image/jpeg' } });
  const headers = { 'content-type': 'image/jpeg' };
  assert.equal((await fetch(body.uploadUrl, { method: 'PUT', headers, body: new Uint8Array(jpeg) })).status, 200);
  return body.publicUrl;
}

type Item = { content: string; mediaItems?: { url: string }[] };

const threaded = (target: Target, threadItems: unknown): object => ({ ...target, settings: { threadItems } });

async function publishThread(account: string, items: readonly Item[]) {
  const target = await makeTarget(user.call, 'parrot', account);
  const platforms = [threaded(target, [{ content: 'First' }, ...items])];
  const made = await makePost(user.call, {
    content: 'Not published there',
    platforms,
    isDraft: undefined,
    publishNow: true,
  });
  await t.app.drain();
  return { target, id: made._id };
}

async function chain(account: string): Promise<string[]> {
  const posts = await pageLedger(account);
  const textOf = new Map(posts.map(({ id, text }) => [id, text]));
  return posts.map(({ text, parentId, media }) => `${textOf.get(parentId ?? '') ?? '-'} > ${text} (${media.length})`);
}

async function pageLedger(account: string) {
  const rows = await t.sql<{ id: string }>(
    'SELECT provider_account_id AS id FROM accounts WHERE username LIKE $1 ORDER BY created_at DESC',
    [`${account}%`],
  );
  return await live(t, 'parrot', rows[0]?.id ?? '');
}

test('the items are the whole thread, each under the one before, with its files', async () => {
  const url = await upload(user);
  const items = [{ content: 'Second', mediaItems: [{ url }] }, { content: 'Third' }];
  const { id } = await publishThread('spinner', items);
  assert.deepEqual(await chain('spinner'), ['- > First (0)', 'First > Second (1)', 'Second > Third (0)']);
  const post = await readPost(user.call, id);
  assert.equal(post.status, 'published');
  assert.equal(post.platforms[0].warnings, undefined);
  const [, shown] = post.platforms[0].settings.threadItems;
  assert.deepEqual(shown, { content: 'Second', mediaItems: [{ url, type: 'image', title: null }] });
});

test('what a read shows of a thread can be sent back', async () => {
  const target = await makeTarget(user.call, 'parrot', 'echo');
  const items = [{ content: 'Second', mediaItems: [{ url: await upload(user) }] }];
  const post = await makePost(user.call, { platforms: [threaded(target, items)] });
  const { settings } = post.platforms[0];
  const body = { platforms: [{ ...target, settings }], mediaItems: post['mediaItems'] };
  const { status, body: changed, text } = await user.call('PUT', `/v1/posts/${post._id}`, { body });
  assert.equal(status, 200, text);
  assert.deepEqual(changed.post.platforms[0].settings, settings);
});

test('an item that fails is a warning, and those behind it are left out', async () => {
  await t.sandbox.fault('parrot', 'scopeMissing', { operation: 'upload' });
  const items = [{ content: 'Refused', mediaItems: [{ url: await upload(user) }] }, { content: 'Never' }];
  const { id } = await publishThread('stutterer', items);
  const post = await readPost(user.call, id);
  assert.equal(post.status, 'published');
  assert.deepEqual(post.platforms[0].warnings, ['threadItems[1]: the account was not granted squawk']);
  assert.deepEqual(await chain('stutterer'), ['- > First (0)']);
});

test('a step that certainly did not happen is tried again, and the thread goes on', async () => {
  await t.sandbox.fault('parrot', 'errorBefore', { operation: 'upload' });
  const items = [{ content: 'Second', mediaItems: [{ url: await upload(user) }] }, { content: 'Third' }];
  const { id } = await publishThread('patient', items);
  assert.deepEqual(await chain('patient'), ['- > First (0)']);
  await t.advance(10_000);
  await t.app.drain();
  assert.deepEqual(await chain('patient'), ['- > First (0)', 'First > Second (1)', 'Second > Third (0)']);
  assert.equal((await readPost(user.call, id)).platforms[0].warnings, undefined);
});

test('an item that was being sent when its worker died is not sent again', async () => {
  const { id } = await publishThread('interrupted', [{ content: 'Second' }]);
  const parts = [{ name: 'threadItems[1]', state: 'sending' }];
  await t.sql('UPDATE post_targets SET follow_ups = $2, due_at = herald_now() WHERE post_id = $1', [
    id,
    JSON.stringify({ parts }),
  ]);
  await t.app.drain();
  assert.deepEqual(await chain('interrupted'), ['- > First (0)', 'First > Second (0)']);
  const { warnings } = (await readPost(user.call, id)).platforms[0];
  assert.deepEqual(warnings, ['threadItems[1]: not known whether it went out']);
});

test('items obey the rules of the network, and faults name their place', async () => {
  const target = await makeTarget(user.call, 'parrot', 'lawyer');
  const ask = async (items: unknown, path = '/v1/posts') => {
    const body = { content: 'Rules', platforms: [threaded(target, items)], publishNow: true };
    return await user.call('POST', path, { body });
  };
  const place = 'platforms[0].settings.threadItems';
  const long = await ask([{ content: 'Fine' }, { content: 'x'.repeat(101) }]);
  assert.deepEqual([long.status, long.body.param], [400, `${place}[1].content`]);
  for (const empty of [[{ content: '' }], [{ mediaItems: [] }]]) {
    const answer = await ask(empty);
    assert.deepEqual([answer.status, answer.body.param], [400, `${place}[0].content`]);
  }
  assert.equal((await ask([{ content: 'Fine' }, {}])).body.param, `${place}[1].content`);
  assert.equal((await ask([], '/v1/posts/validate')).body.valid, true, 'an empty list means not given');
  for (const wrong of ['text', Array(26).fill({ content: 'x' })]) {
    const answer = await ask(wrong);
    assert.deepEqual([answer.status, answer.body.param], [400, place], JSON.stringify(wrong).slice(0, 80));
    const { body } = await ask(wrong, '/v1/posts/validate');
    assert.deepEqual([body.valid, body.issues[0].rule, body.issues[0].field], [false, 'schema', place]);
  }
  const nowhere = (await upload(user)).replace(/[^/]+$/, 'nothing-here.jpg');
  const gone = [{ content: 'Fine', mediaItems: [{ url: nowhere }] }];
  const answer = await ask(gone);
  assert.deepEqual([answer.status, answer.body.param], [400, `${place}[0].mediaItems[0].url`]);
  const elsewhere = [{ content: 'Fine', mediaItems: [{ url: 'https://example.com/film.mp4' }] }];
  const { body: checked } = await ask(elsewhere, '/v1/posts/validate');
  assert.deepEqual(
    checked.issues.map((issue: any) => [issue.rule, issue.field]),
    [['mediaUnchecked', `${place}[0].mediaItems[0].url`]],
  );
});

test('files of a thread are kept while a target has them, and given back by whoever lets go', async () => {
  const uses = async (url: string): Promise<number> => {
    const [row] = await t.sql<{ uses: number }>('SELECT use_count AS uses FROM media WHERE key = $1', [
      url.split('/media/')[1],
    ]);
    return row?.uses ?? 0;
  };
  const [one, other] = [await upload(user), await upload(user)];
  const target = await makeTarget(user.call, 'parrot', 'keeper');
  const second = await makeTarget(user.call, 'parrot', 'keeper-too');
  const items = (url: string): Item[] => [{ content: 'Second', mediaItems: [{ url }] }];
  const post = await makePost(user.call, {
    mediaItems: [{ url: one }],
    platforms: [threaded(target, items(one)), threaded(second, items(one))],
  });
  assert.deepEqual([await uses(one), await uses(other)], [3, 0]);
  const change = async (body: object): Promise<void> => {
    assert.equal((await user.call('PUT', `/v1/posts/${post._id}`, { body })).status, 200);
  };
  await change({ content: 'Other words' });
  assert.deepEqual([await uses(one), await uses(other)], [3, 0]);
  await change({ platforms: [threaded(target, items(other)), threaded(second, items(one))] });
  assert.deepEqual([await uses(one), await uses(other)], [2, 1]);
  assert.equal((await user.call('DELETE', `/v1/accounts/${second.accountId}`)).status, 200);
  assert.deepEqual([await uses(one), await uses(other)], [1, 1]);
  assert.equal((await user.call('DELETE', `/v1/posts/${post._id}`)).status, 200);
  assert.deepEqual([await uses(one), await uses(other)], [0, 0]);
});
