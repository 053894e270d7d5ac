import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startInstagram, type Instagram } from '../../../test/instagram.ts';

const account = 'ada.studio';
const fields = 'id,text,timestamp,username,from{id,username},like_count,hidden,parent_id,replies{id,text,hidden}';

async function startWithPost(t: Parameters<typeof startInstagram>[0]) {
  const instagram = await startInstagram(t);
  const token = await instagram.connect();
  const post = await instagram.publish(token, { image_url: `${instagram.herald}/a.jpg` });
  const graph = (method: string, path: string, parameters?: object) =>
    instagram.graph(method, `/v26.0/${path}`, parameters, token);
  return { ...instagram, graph, graphAs: instagram.graph, post };
}

async function comment({ sandbox }: Pick<Instagram, 'sandbox'>, body: object): Promise<string> {
  const response = await sandbox.control('POST', 'comments', { platform: 'instagram', account, ...body });
  assert.equal(response.status, 201, JSON.stringify(response.body));
  return response.body.comment.id;
}

test('followers comment and reply, and the account lists top-level comments newest first', async (t) => {
  const instagram = await startWithPost(t);
  const { graph, post } = instagram;
  const first = await comment(instagram, { post, person: 'mira', text: 'First' });
  const second = await comment(instagram, { post, person: 'noor', text: 'Second' });
  const reply = await comment(instagram, { post, person: 'noor', text: 'Reply', parent: first });
  const nested = await comment(instagram, { post, person: 'mira', text: 'Nested', parent: reply });

  const { body } = await graph('GET', `${post}/comments`, { fields, limit: '1' });
  const [newest] = body.data;
  assert.partialDeepStrictEqual(newest, { id: second, text: 'Second', username: 'noor', hidden: false, like_count: 0 });
  assert.match(newest.from.id, /^7\d{15}$/);
  assert.equal(newest.parent_id, undefined);
  const { after } = body.paging.cursors;
  const [older] = (await graph('GET', `${post}/comments`, { fields, limit: '1', after })).body.data;
  assert.equal(older.id, first);
  assert.deepEqual(older.replies, {
    data: [
      { id: reply, text: 'Reply', hidden: false },
      { id: nested, text: 'Nested', hidden: false },
    ],
  });
  const replies = await graph('GET', `${first}/replies`, { fields: 'id,parent_id' });
  assert.deepEqual(replies.body.data, [
    { id: reply, parent_id: first },
    { id: nested, parent_id: first },
  ]);
  const one = await graph('GET', reply, { fields: 'id,from,media{id,media_product_type},parent_id' });
  assert.partialDeepStrictEqual(one.body, { parent_id: first, media: { id: post, media_product_type: 'FEED' } });
  const { comments_count } = (await graph('GET', post, { fields: 'comments_count' })).body;
  assert.equal(comments_count, 4);
});

test('the account replies, hides and deletes, but cannot hide its own comments', async (t) => {
  const instagram = await startWithPost(t);
  const { graph, post, sandbox } = instagram;
  const first = await comment(instagram, { post, person: 'mira', text: 'First' });
  const { id: reply } = (await graph('POST', `${first}/replies`, { message: 'Thanks' })).body;
  const { id: own } = (await graph('POST', `${post}/comments`, { message: 'Mine' })).body;
  const isHidden = async (id: string) => (await graph('GET', id, { fields: 'hidden' })).body.hidden;

  assert.deepEqual((await graph('POST', `${first}?hide=true`)).body, { success: true });
  assert.equal(await isHidden(first), true);
  assert.equal((await graph('POST', `${first}/replies`, { message: 'Again' })).body.error.code, 100);
  assert.deepEqual((await graph('POST', `${first}?hide=false`)).body, { success: true });
  assert.equal(await isHidden(first), false);
  assert.equal((await graph('POST', first, { hide: true })).status, 400, 'hide belongs in the query');
  assert.deepEqual((await graph('POST', `${own}?hide=true`)).body, { success: true });
  assert.equal(await isHidden(own), false);

  assert.deepEqual((await graph('DELETE', first)).body, { success: true });
  for (const id of [first, reply]) assert.equal((await graph('GET', id)).body.error.error_subcode, 33);
  const posts = await sandbox.posts('?platform=instagram');
  assert.deepEqual(
    posts.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id),
    [first, reply],
  );
});

test('comments need their scope', async (t) => {
  const instagram = await startWithPost(t);
  const token = await instagram.connect('ada.studio', { drop: 'instagram_business_manage_comments' });
  const refused = await instagram.graphAs('GET', `/v26.0/${instagram.post}/comments`, {}, token);
  assert.deepEqual([refused.status, refused.body.error.code], [403, 200]);
});

test('the same username is the same person, and invalid requests are refused with a reason', async (t) => {
  const { sandbox, post } = await startWithPost(t);
  const person = async (name?: string) =>
    (await sandbox.control('POST', 'people', { platform: 'instagram', username: 'mira', name })).body.person;
  const first = await person('Mira');
  assert.deepEqual(await person(), first);
  assert.partialDeepStrictEqual(first, { platform: 'instagram', username: 'mira' });

  const valid = { platform: 'instagram', account, post, person: 'mira', text: 'Hello' };
  const invalid: [string, object, RegExp][] = [
    ['people', { platform: 'telegram', username: 'mira' }, /telegram has no comments/],
    ['people', { platform: 'instagram', username: 'Not a name' }, /cannot be a username/],
    ['comments', { ...valid, account: 'nobody' }, /no account nobody/],
    ['comments', { ...valid, post: '179' }, /has no post 179/],
    ['comments', { ...valid, parent: '1' }, /no comment 1/],
    ['comments', { ...valid, text: ' ' }, /text is empty/],
  ];
  for (const [path, body, reason] of invalid) {
    const response = await sandbox.control('POST', path, body);
    assert.equal(response.status, 400);
    assert.match(response.body.error, reason);
  }
});
