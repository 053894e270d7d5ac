import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { allScopes, app, bakery, startFacebook } from '../../../../test/facebook.ts';
import { assertSigned, startReceiver, until, type Received } from '../../../../test/webhook-receiver.ts';

const scope = `${allScopes},pages_manage_metadata,pages_read_user_content`;

async function start(t: TestContext) {
  const receiver = await startReceiver(t, 'facebook');
  const origins = [receiver.origin];
  const facebook = await startFacebook(t, { heraldOrigins: () => origins });
  origins.push(facebook.herald);
  const token = await facebook.connect('ada.bakes', { scope });
  const graphAs = (tokenText: string) => (method: string, path: string, parameters?: object) =>
    facebook.graph(method, `/v26.0/${path}`, parameters, tokenText);
  const comment = async (post: string, body: object): Promise<string> => {
    const input = { platform: 'facebook', account: 'ada.bakes', post, person: 'mira.reads', ...body };
    const response = await facebook.sandbox.control('POST', 'comments', input);
    assert.equal(response.status, 201, JSON.stringify(response.body));
    return response.body.comment.id;
  };
  return { ...facebook, ...receiver, origins, graphAs, graph: graphAs(token), comment };
}

const valueOf = (event: Received | undefined): any => event?.body.entry[0].changes[0].value;

test('sends signed events for comments of a subscribed Page, its own included', async (t) => {
  const { graph, comment, received, state } = await start(t);
  const { id: post } = (await graph('POST', 'me/feed', { message: 'Bread' })).body;
  await comment(post, { text: 'Before the subscription' });
  assert.deepEqual((await graph('GET', `${bakery}/subscribed_apps`)).body, { data: [] });
  const subscribed = await graph('POST', `${bakery}/subscribed_apps`, { subscribed_fields: 'feed' });
  assert.deepEqual(subscribed.body, { success: true });
  const listed = await graph('GET', 'me/subscribed_apps');
  assert.deepEqual(listed.body.data, [{ id: app.client_id, subscribed_fields: ['feed'] }]);

  const first = await comment(post, { text: 'Grüße / 🌻' });
  await until(() => received.length === 1);
  const [event] = received as [Received];
  assert.equal(state.handshakes, 1);
  assert.match(event.text, /Gr\\u00fc\\u00dfe \\\/ \\ud83c\\udf3b/);
  assertSigned(event, app.client_secret);
  assert.deepEqual([event.body.object, event.body.entry[0].id], ['page', bakery]);
  assert.equal(event.body.entry[0].changes[0].field, 'feed');
  const { from, created_time: createdTime, ...value } = valueOf(event);
  assert.deepEqual(value, {
    item: 'comment',
    verb: 'add',
    comment_id: first,
    post_id: post,
    parent_id: post,
    message: 'Grüße / 🌻',
  });
  assert.equal(from.name, 'mira.reads');
  assert.equal(createdTime, event.body.entry[0].time);

  const { id: reply } = (await graph('POST', `${first}/comments`, { message: 'Thanks' })).body;
  await until(() => received.length === 2);
  const own = valueOf(received[1]);
  assert.deepEqual([own.comment_id, own.parent_id, own.post_id, own.from.id], [reply, first, post, bakery]);

  assert.deepEqual((await graph('DELETE', `${bakery}/subscribed_apps`)).body, { success: true });
  await comment(post, { text: 'After the subscription' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(received.length, 2);
});

test('reports when a comment is hidden, shown again and deleted', async (t) => {
  const { graph, comment, received } = await start(t);
  const { id: post } = (await graph('POST', 'me/feed', { message: 'Bread' })).body;
  const first = await comment(post, { text: 'Rude' });
  await comment(post, { text: 'Reply', parent: first });
  await graph('POST', 'me/subscribed_apps', { subscribed_fields: 'feed' });
  const setHidden = async (isHidden: boolean, count: number): Promise<void> => {
    await graph('POST', first, { is_hidden: isHidden });
    await until(() => received.length === count);
  };
  await setHidden(true, 1);
  await setHidden(true, 1);
  await setHidden(false, 2);
  await setHidden(true, 3);
  assert.deepEqual(
    received.map((event) => valueOf(event).verb),
    ['hide', 'unhide', 'hide'],
  );
  await graph('DELETE', first);
  await until(() => received.length === 4);
  const { verb, comment_id: id, message } = valueOf(received[3]);
  assert.deepEqual([verb, id, message], ['remove', first, undefined]);
});

test('names the post of a video by an ID that its comments are listed with', async (t) => {
  const { graph, comment, received, herald, origins, advance } = await start(t);
  await graph('POST', 'me/subscribed_apps', { subscribed_fields: 'feed' });
  // Media come from the first origin, and events go to it.
  origins.reverse();
  const { id: video } = (await graph('POST', 'me/videos', { file_url: `${herald}/ten.mp4` })).body;
  origins.reverse();
  await advance(10_000);
  const id = await comment(video, { text: 'Warm' });
  await until(() => received.length === 1);
  const { post_id: postId } = valueOf(received[0]);
  assert.match(postId, new RegExp(`^${bakery}_\\d+$`));
  const { data } = (await graph('GET', `${postId}/comments`)).body;
  assert.deepEqual(
    data.map((each: { id: string }) => each.id),
    [id],
  );
});

test('subscribing needs pages_manage_metadata, the token of the Page and a known field', async (t) => {
  const { graph, graphAs, connect, signIn } = await start(t);
  const feed = { subscribed_fields: 'feed' };
  const refused = await graphAs(await connect('ada.bakes'))('POST', `${bakery}/subscribed_apps`, feed);
  assert.deepEqual([refused.status, refused.body.error.code], [403, 200]);
  assert.match(refused.body.error.message, /pages_manage_metadata/);
  const person = await graphAs(await signIn('ada.bakes', { scope }))('POST', `${bakery}/subscribed_apps`, feed);
  assert.equal(person.body.error.code, 190);
  const other = await graph('POST', '100000000000002/subscribed_apps', feed);
  assert.equal(other.body.error.error_subcode, 33);
  for (const fields of [{ subscribed_fields: 'feed,weather' }, {}]) {
    assert.equal((await graph('POST', 'me/subscribed_apps', fields)).body.error.code, 100);
  }
});
