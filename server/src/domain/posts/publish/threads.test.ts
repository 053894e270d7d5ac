import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { live, makePost, makeTarget, readPost, type Target } from '../../../../test/data/posts.ts';

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
  const post = await makePost(user.call, {
    content: 'Not published there',
    platforms,
    isDraft: undefined,
    publishNow: true,
  });
  await t.app.drain();
  return { target, id: post._id };
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

test('publishes each thread item as a reply to the previous one, with its files', async () => {
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

test('the settings returned for a thread can be sent back unchanged', async () => {
  const target = await makeTarget(user.call, 'parrot', 'echo');
  const items = [{ content: 'Second', mediaItems: [{ url: await upload(user) }] }];
  const post = await makePost(user.call, { platforms: [threaded(target, items)] });
  const { settings } = post.platforms[0];
  const body = { platforms: [{ ...target, settings }], mediaItems: post['mediaItems'] };
  const { status, body: changed, text } = await user.call('PUT', `/v1/posts/${post._id}`, { body });
  assert.equal(status, 200, text);
  assert.deepEqual(changed.post.platforms[0].settings, settings);
});

test('a failed item becomes a warning, and later items are skipped', async () => {
  await t.sandbox.fault('parrot', 'scopeMissing', { operation: 'upload' });
  const items = [{ content: 'Refused', mediaItems: [{ url: await upload(user) }] }, { content: 'Never' }];
  const { id } = await publishThread('stutterer', items);
  const post = await readPost(user.call, id);
  assert.equal(post.status, 'published');
  assert.deepEqual(post.platforms[0].warnings, ['threadItems[1]: the account was not granted squawk']);
  assert.deepEqual(await chain('stutterer'), ['- > First (0)']);
});

test('retries an item that was certainly not sent and continues the thread', async () => {
  await t.sandbox.fault('parrot', 'errorBefore', { operation: 'upload' });
  const items = [{ content: 'Second', mediaItems: [{ url: await upload(user) }] }, { content: 'Third' }];
  const { id } = await publishThread('patient', items);
  assert.deepEqual(await chain('patient'), ['- > First (0)']);
  await t.advance(10_000);
  await t.app.drain();
  assert.deepEqual(await chain('patient'), ['- > First (0)', 'First > Second (1)', 'Second > Third (0)']);
  assert.equal((await readPost(user.call, id)).platforms[0].warnings, undefined);
});

test('does not resend an item whose worker died while sending it', async () => {
  const { id } = await publishThread('interrupted', [{ content: 'Second' }]);
  const parts = [{ name: 'threadItems[1]', state: 'sending' }];
  await t.sql('UPDATE post_targets SET follow_ups = $2, due_at = herald_now() WHERE post_id = $1', [
    id,
    JSON.stringify({ parts }),
  ]);
  await t.app.drain();
  assert.deepEqual(await chain('interrupted'), ['- > First (0)', 'First > Second (0)']);
  const { warnings } = (await readPost(user.call, id)).platforms[0];
  assert.deepEqual(warnings, ['threadItems[1]: it is unknown whether it was published']);
});

test('validates items against the platform rules and reports their field path', async () => {
  const target = await makeTarget(user.call, 'parrot', 'lawyer');
  const ask = async (items: unknown, path = '/v1/posts') => {
    const body = { content: 'Rules', platforms: [threaded(target, items)], publishNow: true };
    return await user.call('POST', path, { body });
  };
  const fieldPath = 'platforms[0].settings.threadItems';
  const long = await ask([{ content: 'Fine' }, { content: 'x'.repeat(101) }]);
  assert.deepEqual([long.status, long.body.param], [400, `${fieldPath}[1].content`]);
  for (const empty of [[{ content: '' }], [{ mediaItems: [] }]]) {
    const response = await ask(empty);
    assert.deepEqual([response.status, response.body.param], [400, `${fieldPath}[0].content`]);
  }
  assert.equal((await ask([{ content: 'Fine' }, {}])).body.param, `${fieldPath}[1].content`);
  assert.equal((await ask([], '/v1/posts/validate')).body.valid, true, 'an empty list means not given');
  for (const wrong of ['text', Array(26).fill({ content: 'x' })]) {
    const response = await ask(wrong);
    assert.deepEqual([response.status, response.body.param], [400, fieldPath], JSON.stringify(wrong).slice(0, 80));
    const { body } = await ask(wrong, '/v1/posts/validate');
    assert.deepEqual([body.valid, body.issues[0].rule, body.issues[0].field], [false, 'schema', fieldPath]);
  }
  const nowhere = (await upload(user)).replace(/[^/]+$/, 'nothing-here.jpg');
  const missingMedia = [{ content: 'Fine', mediaItems: [{ url: nowhere }] }];
  const response = await ask(missingMedia);
  assert.deepEqual([response.status, response.body.param], [400, `${fieldPath}[0].mediaItems[0].url`]);
  const elsewhere = [{ content: 'Fine', mediaItems: [{ url: 'https://example.com/film.mp4' }] }];
  const { body: checked } = await ask(elsewhere, '/v1/posts/validate');
  assert.deepEqual(
    checked.issues.map((issue: any) => [issue.rule, issue.field]),
    [['mediaUnchecked', `${fieldPath}[0].mediaItems[0].url`]],
  );
});

test('keeps thread files while a target uses them and releases them afterwards', async () => {
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
