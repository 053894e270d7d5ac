import assert from 'node:assert/strict';
import { test } from 'node:test';
import { account, startMessages } from '../../../../test/instagram-messages.ts';

const ada = '17841400000000001';
const hour = 3_600_000;
const fields = 'id,created_time,from{id,username},to,message,attachments,story';

test('a follower writes, the account reads the thread and replies', async (t) => {
  const { graph, write, send, sandbox, herald } = await startMessages(t);
  const { id, conversationId } = await write({ text: 'Are you open?' });
  await write({ attachmentUrl: 'https://cdn.example/cat.jpg' });
  const listed = await graph('GET', 'me/conversations', {
    platform: 'instagram',
    fields: `id,updated_time,participants,messages{${fields}}`,
  });
  const [thread] = listed.body.data;
  assert.equal(thread.id, conversationId);
  const [own, follower] = thread.participants.data;
  assert.deepEqual([own, follower.username], [{ id: ada, username: account }, 'mira']);
  const [image, text] = thread.messages.data;
  assert.deepEqual(image.attachments.data[0].image_data.url, 'https://cdn.example/cat.jpg');
  assert.partialDeepStrictEqual(text, { id, message: 'Are you open?', from: follower });

  const sent = await send(follower.id, { text: 'Yes' });
  assert.equal(sent.body.recipient_id, follower.id);
  const attached = await send(follower.id, { attachment: { type: 'image', payload: { url: `${herald}/a.jpg` } } });
  assert.equal(attached.status, 200);
  const { messages } = (await sandbox.control('GET', 'ledger?platform=instagram')).body;
  assert.deepEqual(
    messages.map((message: any) => [message.direction, message.text]),
    [
      ['incoming', 'Are you open?'],
      ['incoming', ''],
      ['outgoing', 'Yes'],
      ['outgoing', ''],
    ],
  );
  const profile = await graph('GET', follower.id, { fields: 'name,username,profile_pic' });
  assert.equal(profile.body.username, 'mira');
});

test('a message can be sent for 24 hours after the follower wrote', async (t) => {
  const { graph, write, send, advance } = await startMessages(t);
  const { conversationId } = await write({ text: 'Hello' });
  const { body } = await graph('GET', conversationId, { fields: 'participants' });
  const { id } = body.participants.data[1];
  await advance(23 * hour);
  assert.equal((await send(id, { text: 'In time' })).status, 200);
  await advance(hour);
  const late = await send(id, { text: 'Too late' });
  const { code, error_subcode: subcode, type } = late.body.error;
  assert.deepEqual([late.status, code, subcode, type], [403, 10, 2_534_022, 'IGApiException']);
  await write({ text: 'Again' });
  assert.equal((await send(id, { text: 'In time again' })).status, 200);
});

test('only the twenty newest messages have content', async (t) => {
  const { graph, write } = await startMessages(t);
  const { id, conversationId } = await write({ text: 'First' });
  for (let count = 0; count < 20; count += 1) await write({ text: `Message ${count}` });
  const page = async (query: object) =>
    (await graph('GET', `${conversationId}/messages`, { fields, limit: '15', ...query })).body;
  const newest = await page({});
  assert.ok(newest.data.every((message: any) => message.message !== undefined));
  const older = await page({ after: newest.paging.cursors.after });
  assert.deepEqual(Object.keys(older.data.at(-1)).sort(), ['created_time', 'id']);
  assert.equal(older.data.at(-1).id, id);
  const { error } = (await graph('GET', id, { fields: 'message' })).body;
  assert.match(error.message, /deleted/);
});

test('story replies name their story, and old requests are not listed', async (t) => {
  const { graph, write, publish, token, herald, advance } = await startMessages(t);
  const story = await publish(token, { media_type: 'STORIES', image_url: `${herald}/tall.jpg` });
  const { id, conversationId } = await write({ text: 'Wow', storyId: story });
  const { body } = await graph('GET', id, { fields: 'message,story' });
  assert.equal(body.story.reply_to.id, story);
  const list = async () => (await graph('GET', 'me/conversations', { platform: 'instagram' })).body.data;
  assert.equal((await list())[0].id, conversationId);
  await advance(30 * 24 * hour);
  assert.deepEqual(await list(), []);
});

test('lists of conversations are limited to two a second', async (t) => {
  const { graph } = await startMessages(t);
  const list = () => graph('GET', 'me/conversations', { platform: 'instagram' });
  const codes = [];
  for (let count = 0; count < 4; count += 1) codes.push((await list()).body.error?.code);
  assert.deepEqual(codes.filter(Boolean), [613, 613]);
});

test('messages need their scope, a recipient who wrote, and either text or an attachment', async (t) => {
  const { connect, graph, write, send, sandbox } = await startMessages(t);
  const { conversationId } = await write({ text: 'Hello' });
  const { id } = (await graph('GET', conversationId, { fields: 'participants' })).body.participants.data[1];
  const invalid: [object, number][] = [
    [{}, 100],
    [{ text: 'a', attachment: { type: 'image', payload: { url: 'https://x.example/a.jpg' } } }, 100],
    [{ text: 'ä'.repeat(501) }, 100],
    [{ attachment: { type: 'sticker', payload: { url: 'https://x.example/a.jpg' } } }, 100],
    [{ attachment: { type: 'image', payload: { url: 'https://x.example/a.jpg' } } }, 100],
  ];
  for (const [message, code] of invalid) assert.equal((await send(id, message)).body.error.code, code);
  assert.equal((await send('799', { text: 'a' })).body.error.error_subcode, 2_534_014);
  const stranger = await sandbox.control('POST', 'people', { platform: 'instagram', username: 'stranger' });
  assert.equal((await send(stranger.body.person.id, { text: 'a' })).body.error.error_subcode, 2_534_022);
  assert.equal((await graph('GET', stranger.body.person.id, { fields: 'name' })).body.error.code, 230);
  const token = await connect(account);
  const path = `/instagram/graph.instagram.com/v26.0/me/conversations?platform=instagram`;
  const refused = await sandbox.request(path, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(refused.body.error.code, 10);
});
