import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startThreads } from '../../../test/threads.ts';

const fields = 'id,text,username,is_reply,is_reply_owned_by_me,root_post{id},replied_to{id},has_replies,hide_status';

async function startWithPost(t: TestContext) {
  const threads = await startThreads(t);
  const token = await threads.connect();
  const post = await threads.publish(token, { media_type: 'TEXT', text: 'Wool' });
  const graph = (method: string, path: string, parameters?: object) =>
    threads.graph(method, `/v1.0/${path}`, parameters, token);
  const reply = async (body: object): Promise<string> => {
    const input = { platform: 'threads', account: 'ada.knits', post, person: 'mira', text: 'Hi', ...body };
    const response = await threads.sandbox.control('POST', 'comments', input);
    assert.equal(response.status, 201, JSON.stringify(response.body));
    return response.body.comment.id;
  };
  return { ...threads, token, post, graph, reply };
}

const idsOf = (response: { body: any }): string[] => response.body.data.map(({ id }: { id: string }) => id);

test('lists direct replies and the whole conversation', async (t) => {
  const { graph, post, reply, publish, token } = await startWithPost(t);
  const first = await reply({ text: 'First' });
  const second = await reply({ text: 'Second', person: 'noor' });
  const nested = await reply({ text: 'Nested', parent: first });
  const own = await publish(token, { media_type: 'TEXT', text: 'Thanks', reply_to_id: first });

  assert.deepEqual(idsOf(await graph('GET', `${post}/replies`)), [second, first]);
  assert.deepEqual(idsOf(await graph('GET', `${post}/replies`, { reverse: 'false' })), [first, second]);
  assert.deepEqual(idsOf(await graph('GET', `${first}/replies`, { reverse: 'false' })), [nested, own]);
  assert.deepEqual(idsOf(await graph('GET', `${post}/conversation`, { reverse: 'false' })), [
    first,
    second,
    nested,
    own,
  ]);
  const { body } = await graph('GET', nested, { fields });
  assert.deepEqual(body, {
    id: nested,
    text: 'Nested',
    username: 'mira',
    is_reply: true,
    is_reply_owned_by_me: false,
    root_post: { id: post },
    replied_to: { id: first },
    has_replies: false,
    hide_status: 'NOT_HUSHED',
  });
  assert.equal((await graph('GET', own, { fields })).body.is_reply_owned_by_me, true);
});

test('hiding a top-level reply hides those below it, and only such replies can be hidden', async (t) => {
  const { graph, reply, publish, token } = await startWithPost(t);
  const first = await reply({ text: 'First' });
  const nested = await reply({ text: 'Nested', parent: first });
  const own = await publish(token, { media_type: 'TEXT', text: 'Thanks', reply_to_id: first });
  const hide = (id: string, isHidden: boolean) => graph('POST', `${id}/manage_reply?hide=${isHidden}`);
  const status = async (id: string) => (await graph('GET', id, { fields: 'hide_status' })).body.hide_status;

  assert.deepEqual((await hide(first, true)).body, { success: true });
  assert.deepEqual([await status(first), await status(nested)], ['HIDDEN', 'HIDDEN']);
  assert.deepEqual((await hide(first, false)).body, { success: true });
  assert.deepEqual([await status(first), await status(nested)], ['NOT_HUSHED', 'NOT_HUSHED']);
  for (const id of [nested, own]) assert.equal((await hide(id, true)).status, 400);
  assert.equal((await graph('DELETE', nested)).body.error.error_subcode, 33, 'replies of others cannot be deleted');
  assert.equal((await graph('DELETE', own)).status, 200);
});

test('reading replies needs threads_read_replies', async (t) => {
  const { connect, post, sandbox } = await startWithPost(t);
  const token = await connect('ada.knits', { drop: 'threads_read_replies' });
  const refused = await sandbox.request(`/threads/graph.threads.net/v1.0/${post}/replies`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.deepEqual([refused.status, refused.body.error.code], [403, 10]);
});
