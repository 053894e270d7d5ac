import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { allScopes, startFacebook } from '../../../../test/facebook.ts';

const fields =
  'id,message,created_time,from{id,name,picture},parent{id},comment_count,is_hidden,can_hide,can_remove,permalink_url';

async function startWithPost(t: TestContext, scope = `${allScopes},pages_read_user_content`) {
  const facebook = await startFacebook(t);
  const token = await facebook.connect('ada.bakes', { scope });
  const graph = (method: string, path: string, parameters?: object) =>
    facebook.graph(method, `/v26.0/${path}`, parameters, token);
  const { id: post } = (await graph('POST', 'me/feed', { message: 'Bread' })).body;
  const comment = async (body: object): Promise<string> => {
    const input = { platform: 'facebook', account: 'ada.bakes', post, person: 'mira.reads', text: 'Hi', ...body };
    const response = await facebook.sandbox.control('POST', 'comments', input);
    assert.equal(response.status, 201, JSON.stringify(response.body));
    return response.body.comment.id;
  };
  return { ...facebook, graph, post, comment };
}

test('lists comments in both orders, with their authors and permissions', async (t) => {
  const { graph, post, comment } = await startWithPost(t);
  const first = await comment({ text: 'First' });
  const second = await comment({ text: 'Second' });
  const reply = await comment({ text: 'Reply', parent: first });
  const list = async (path: string, query: object) => (await graph('GET', path, { fields, ...query })).body;

  const newest = await list(`${post}/comments`, { order: 'reverse_chronological', summary: 'true' });
  assert.deepEqual(
    newest.data.map(({ id }: { id: string }) => id),
    [second, first],
  );
  assert.equal(newest.summary.total_count, 2);
  const [, oldest] = newest.data;
  assert.partialDeepStrictEqual(oldest, {
    message: 'First',
    comment_count: 1,
    is_hidden: false,
    can_hide: true,
    can_remove: true,
  });
  assert.equal(oldest.from.name, 'mira.reads');
  assert.match(oldest.from.picture.data.url, /^https:/);
  const replies = await list(`${first}/comments`, {});
  assert.deepEqual([replies.data[0].id, replies.data[0].parent], [reply, { id: first }]);
  assert.equal((await list(`${post}/comments`, { filter: 'stream' })).data.length, 3);
});

test('the Page comments, replies, hides and deletes', async (t) => {
  const { graph, post, comment, sandbox, herald } = await startWithPost(t);
  const first = await comment({ text: 'First' });
  const created = await graph('POST', `${first}/comments`, {
    message: 'Thanks',
    attachment_url: `${herald}/a.jpg`,
    fields: 'id,permalink_url,can_hide',
  });
  const reply = created.body;
  assert.equal(reply.can_hide, false);
  const entry = (await sandbox.posts('?platform=facebook')).find(({ id }) => id === reply.id);
  assert.deepEqual([entry.parentId, entry.account, entry.media.length], [first, 'ada.bakes', 1]);

  assert.deepEqual((await graph('POST', first, { is_hidden: true })).body, { success: true });
  const hidden = await graph('GET', first, { fields: 'is_hidden,can_comment' });
  assert.deepEqual([hidden.body.is_hidden, hidden.body.can_comment], [true, false]);
  assert.equal((await graph('POST', reply.id, { is_hidden: true })).body.error.code, 100);
  assert.deepEqual((await graph('DELETE', first)).body, { success: true });
  assert.equal((await graph('GET', reply.id)).body.error.error_subcode, 33);
  assert.equal((await graph('GET', post, { fields: 'message' })).body.message, 'Bread');
});

test('without pages_read_user_content authors are missing and visitors’ comments cannot be deleted', async (t) => {
  const { graph, post, comment } = await startWithPost(t, allScopes);
  const id = await comment({ text: 'First' });
  const { data } = (await graph('GET', `${post}/comments`, { fields: 'id,message,from' })).body;
  assert.deepEqual(data, [{ id, message: 'First' }]);
  const refused = await graph('DELETE', id);
  assert.deepEqual([refused.status, refused.body.error.code], [403, 10]);
});
