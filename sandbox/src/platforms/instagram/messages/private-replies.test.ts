import assert from 'node:assert/strict';
import { test } from 'node:test';
import { account, errorOf, startPrivateReplies } from '../../../../test/instagram-messages.ts';
import { allScopes } from '../../../../test/instagram.ts';

const hour = 3_600_000;

test('a private reply starts a conversation with the author of the comment', async (t) => {
  const { graph, comment, reply, ledgerMessages } = await startPrivateReplies(t);
  const id = await comment();
  const { status, body } = await reply(id);
  assert.equal(status, 200, JSON.stringify(body));
  const listed = await graph('GET', 'me/conversations', {
    platform: 'instagram',
    fields: 'participants,messages{id,message,from}',
  });
  const [conversation] = listed.body.data;
  const { id: follower, username } = conversation.participants.data[1];
  assert.deepEqual([follower, username], [body.recipient_id, 'mira']);
  assert.partialDeepStrictEqual(conversation.messages.data, [
    { id: body.message_id, message: 'Here', from: { username: account } },
  ]);
  assert.partialDeepStrictEqual(await ledgerMessages(), [
    { id: body.message_id, person: 'mira', direction: 'outgoing', text: 'Here', commentId: id },
  ]);
});

test('a private reply joins the conversation of a follower who wrote before', async (t) => {
  const { write, comment, reply, ledgerMessages } = await startPrivateReplies(t);
  const { conversationId } = await write({ text: 'Hello' });
  assert.equal((await reply(await comment())).status, 200);
  const messages = await ledgerMessages();
  assert.deepEqual(
    messages.map((message: any) => message.conversationId),
    [conversationId, conversationId],
  );
});

test('a second private reply to the same comment is refused, also when the first had link buttons', async (t) => {
  const { comment, reply, ledgerMessages } = await startPrivateReplies(t);
  const buttons = [{ type: 'web_url', title: 'Open', url: 'https://shop.example/' }];
  const attachment = { type: 'template', payload: { template_type: 'button', text: 'Look', buttons } };
  const id = await comment();
  assert.equal((await reply(id, { attachment })).status, 200);
  const second = await reply(id);
  assert.deepEqual(errorOf(second), [400, 100, 2_534_025]);
  assert.match(second.body.error.message, /already has a private reply/);
  assert.equal((await ledgerMessages()).length, 1);
  assert.equal((await reply(await comment())).status, 200);
});

test('a refused template leaves the private reply unused', async (t) => {
  const { sandbox, comment, reply } = await startPrivateReplies(t);
  await sandbox.control('POST', 'accounts', {
    platform: 'instagram',
    accounts: [{ name: account, refusesTemplates: true }],
  });
  const id = await comment();
  const buttons = [{ type: 'web_url', title: 'Open', url: 'https://shop.example/' }];
  const attachment = { type: 'template', payload: { template_type: 'button', text: 'Look', buttons } };
  assert.deepEqual(errorOf(await reply(id, { attachment })), [400, 100, undefined]);
  assert.equal((await reply(id)).status, 200);
});

test('a private reply does not open the 24-hour window or reveal the profile', async (t) => {
  const { graph, write, send, comment, reply } = await startPrivateReplies(t);
  const { body } = await reply(await comment());
  const follower = body.recipient_id;
  assert.deepEqual(errorOf(await send(follower, { text: 'And?' })), [403, 10, 2_534_022]);
  assert.equal((await graph('GET', follower, { fields: 'name' })).body.error.code, 230);
  await write({ text: 'Thanks' });
  assert.equal((await send(follower, { text: 'Welcome' })).status, 200);
  assert.equal((await graph('GET', follower, { fields: 'username' })).body.username, 'mira');
});

test('a private reply is possible for seven days', async (t) => {
  const { comment, reply, advance, ledgerMessages } = await startPrivateReplies(t);
  const [early, late] = [await comment(), await comment()];
  await advance(7 * 24 * hour - 60_000);
  assert.equal((await reply(early)).status, 200);
  await advance(60_000);
  assert.deepEqual(errorOf(await reply(late)), [403, 10, 2_534_022]);
  assert.equal((await ledgerMessages()).length, 1);
});

test('a missing comment, one of another account, a deleted one and an own one are refused', async (t) => {
  const { graph, connect, sandbox, post, comment, reply, ledgerMessages } = await startPrivateReplies(t);
  assert.deepEqual(errorOf(await reply('17910000')), [400, 100, 33]);
  assert.deepEqual(errorOf(await reply(post)), [400, 100, 33]);
  const id = await comment();
  const scope = `${allScopes},instagram_business_manage_messages`;
  const other = await connect('grace.creates', { scope });
  const foreign = await sandbox.request('/instagram/graph.instagram.com/v26.0/me/messages', {
    method: 'POST',
    headers: { authorization: `Bearer ${other}` },
    body: new URLSearchParams({ recipient: JSON.stringify({ comment_id: id }), message: '{"text":"Hi"}' }),
  });
  assert.deepEqual(errorOf(foreign), [400, 100, 33]);
  assert.equal((await graph('DELETE', id)).status, 200);
  assert.deepEqual(errorOf(await reply(id)), [400, 100, 33]);
  const own = await graph('POST', `${post}/comments`, { message: 'First' });
  assert.deepEqual(errorOf(await reply(own.body.id)), [400, 100, 2_534_014]);
  assert.deepEqual(await ledgerMessages(), []);
});

test('a private reply needs the scopes of comments and of messages, and one recipient', async (t) => {
  const { connect, sandbox, comment, ledgerMessages } = await startPrivateReplies(t);
  const id = await comment();
  const basic = 'instagram_business_basic';
  const post = async (scope: string, recipient: object) => {
    const token = await connect(account, { scope });
    return await sandbox.request('/instagram/graph.instagram.com/v26.0/me/messages', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams({ recipient: JSON.stringify(recipient), message: '{"text":"Hi"}' }),
    });
  };
  const recipient = { comment_id: id };
  const withoutComments = await post(`${basic},instagram_business_manage_messages`, recipient);
  assert.deepEqual(errorOf(withoutComments), [403, 200, undefined]);
  const withoutMessages = await post(`${basic},instagram_business_manage_comments`, recipient);
  assert.deepEqual(errorOf(withoutMessages), [403, 10, undefined]);
  const both = `${allScopes},instagram_business_manage_messages`;
  for (const wrong of [{}, { id: '7001', comment_id: id }, { comment: id }]) {
    assert.deepEqual(errorOf(await post(both, wrong)), [400, 100, undefined]);
  }
  assert.equal((await post(both, recipient)).status, 200);
  assert.equal((await ledgerMessages()).length, 1);
});
