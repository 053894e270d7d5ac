import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  comment,
  logsOf,
  makeAutomation,
  messagesOf,
  openStage,
  publish,
  type Stage,
} from '../../../test/data/automations.ts';
import { startTestApp } from '../../../test/harness.ts';
import { waitFor } from '../../../test/wait-for.ts';

// Listens, because the sandbox posts its events to Herald.
const t = await startTestApp({ sandbox: true, listens: true });
const platform = 'instagram';

const statsOf = async ({ user }: Stage, id: string) =>
  (await user.call('GET', `/v1/comment-automations/${id}`)).body.automation.stats;

const eventsOf = async ({ user }: Stage, type: string) =>
  (await user.call('GET', `/v1/events?type=${type}&limit=200`)).body.events.map(({ data }: any) => data);

const repliesTo = async ({ user, accountId, postId }: Stage, commentId: string): Promise<string[]> => {
  await t.advance(20_000);
  const { body } = await user.call('GET', `/v1/inbox/comments/${postId}?accountId=${accountId}`);
  const parent = body.comments.find(({ id }: any) => id === commentId);
  return parent.replies.map(({ message }: any) => message);
};

test('answers a misspelt keyword with a message and then in public, and makes the author a contact', async () => {
  const stage = await openStage(t);
  const { id } = await makeAutomation(stage, {
    ...{ postId: stage.postId, keywords: ['guide'], matchMode: 'word', typoTolerance: true },
    ...{ dmMessage: 'Here it is', commentReply: 'Sent you a message!' },
  });
  const commentId = await comment(t, stage, 'The GUIDDE please');
  const [log, ...others] = await logsOf(stage, id);
  assert.deepEqual(others, []);
  assert.deepEqual([log.status, log.commentReplyStatus, log.nextDueAt], ['sent', 'sent', null]);
  assert.deepEqual([log.commentId, log.commenterName, log.platformPostId], [commentId, 'fan.one', stage.post]);
  const [message, ...more] = await messagesOf(t, stage);
  assert.deepEqual(
    [message.text, message.commentId, message.id, more.length],
    ['Here it is', commentId, log.sentMessageId, 0],
  );
  assert.deepEqual(await repliesTo(stage, commentId), ['Sent you a message!']);
  assert.deepEqual(await statsOf(stage, id), { totalTriggered: 1, totalSent: 1, totalFailed: 0 });
  const [sent] = await eventsOf(stage, 'automation.sent');
  assert.deepEqual([sent.automation.id, sent.log.id, sent.log.status], [id, log.id, 'sent']);
  const { contacts } = (await stage.user.call('GET', '/v1/contacts')).body;
  assert.deepEqual(
    contacts.map(({ source, platformIdentifier }: any) => [source, platformIdentifier]),
    [['automation', log.commenterId]],
  );
  // The echo of the message opens the conversation and counts for the contact.
  await waitFor('the echo', async () => {
    await t.app.drain();
    return (await stage.user.call('GET', '/v1/contacts')).body.contacts[0].messagesSentCount === 1;
  });
});

test('sends one message per person and automation, and one per comment even if the event is repeated', async () => {
  const stage = await openStage(t);
  await t.sandbox.control('POST', 'delivery', { platform, duplicate: true });
  const { id } = await makeAutomation(stage, { commentReply: 'Look at your messages' });
  await comment(t, stage, 'First');
  await comment(t, stage, 'Second');
  await comment(t, stage, 'Third', 'fan.two');
  await t.sandbox.control('POST', 'delivery', { platform });
  await t.app.drain();
  const logs = await logsOf(stage, id);
  assert.deepEqual(
    logs.map(({ commentText, status, skipReason, commentReplyStatus }) => [
      ...[commentText, status, skipReason, commentReplyStatus],
    ]),
    [
      ['Third', 'sent', null, 'sent'],
      ['Second', 'skipped', 'already_sent_to_contact', 'skipped'],
      ['First', 'sent', null, 'sent'],
    ],
  );
  assert.equal((await messagesOf(t, stage)).length, 2);
  assert.deepEqual(await statsOf(stage, id), { totalTriggered: 3, totalSent: 2, totalFailed: 0 });
  assert.deepEqual((await logsOf(stage, id, '?status=skipped')).length, 1);
});

test('the automation of the post wins over the one of the account, and the oldest of those', async () => {
  const stage = await openStage(t);
  const other = await publish(t, stage);
  const wide = await makeAutomation(stage, { name: 'Wide' });
  await t.advance(1000);
  const wideLater = await makeAutomation(stage, { name: 'Wide, later' });
  const perPost = await makeAutomation(stage, { name: 'Post', platformPostId: stage.post, keywords: ['guide'] });
  await comment(t, stage, 'guide');
  await comment(t, stage, 'something else', 'fan.two');
  await comment(t, { ...stage, post: other.post }, 'guide', 'fan.three');
  const countOf = async ({ id }: { id: string }) => (await logsOf(stage, id)).length;
  assert.deepEqual([await countOf(perPost), await countOf(wide), await countOf(wideLater)], [1, 2, 0]);
});

test('ignores own comments, excluded words, and comments from before the last activation', async () => {
  const stage = await openStage(t);
  await comment(t, stage, 'Too early');
  await t.advance(2000);
  const { id } = await makeAutomation(stage, { excludeKeywords: ['spam'] });
  const path = `/v1/comment-automations/${id}`;
  await comment(t, stage, 'Spam!');
  const body = { accountId: stage.accountId, message: 'My own' };
  await stage.user.call('POST', `/v1/inbox/comments/${stage.postId}`, { body });
  await stage.user.call('PATCH', path, { body: { isActive: false } });
  await comment(t, stage, 'While inactive');
  await t.advance(2000);
  await stage.user.call('PATCH', path, { body: { isActive: true } });
  await stage.user.call('GET', `/v1/inbox/comments/${stage.postId}?accountId=${stage.accountId}`);
  await comment(t, stage, 'Now');
  assert.deepEqual(
    (await logsOf(stage, id)).map(({ commentText }) => commentText),
    ['Now'],
  );
});

test('waits for the delays, and never replies before the message', async () => {
  const stage = await openStage(t);
  const { id } = await makeAutomation(stage, {
    ...{ dmDelaySeconds: 600, commentReply: 'Done', commentReplyDelaySeconds: 60 },
  });
  const commentId = await comment(t, stage, 'Hello');
  const [waiting] = await logsOf(stage, id);
  const dueMs = new Date(waiting.nextDueAt).getTime() - new Date(waiting.createdAt).getTime();
  assert.deepEqual([waiting.status, dueMs], ['pending', 600_000]);
  await t.advance(120_000);
  await t.app.drain();
  assert.deepEqual([(await messagesOf(t, stage)).length, await repliesTo(stage, commentId)], [0, []]);
  await t.advance(480_000);
  await t.app.drain();
  const [sent] = await logsOf(stage, id);
  assert.deepEqual([sent.status, sent.commentReplyStatus, sent.nextDueAt], ['sent', 'sent', null]);
});

test('sends buttons, and as text if the platform refuses them', async () => {
  const stage = await openStage(t);
  const buttons = [
    { type: 'url', title: 'Guide', url: 'https://example.com/guide' },
    { type: 'url', title: 'Long', url: `https://example.com/${'x'.repeat(960)}` },
    { type: 'url', title: 'Shop', url: 'https://example.com/shop' },
  ];
  const { id } = await makeAutomation(stage, { dmMessage: 'Here', buttons });
  await comment(t, stage, 'Hello');
  await t.sandbox.control('POST', 'accounts', {
    platform,
    accounts: [{ name: stage.account, refusesTemplates: true }],
  });
  await comment(t, stage, 'Hello', 'fan.two');
  const [refused, accepted] = await logsOf(stage, id);
  assert.deepEqual([accepted.status, accepted.buttonsDropped], ['sent', false]);
  assert.deepEqual([refused.status, refused.buttonsDropped], ['sent', true]);
  const [first, second] = await messagesOf(t, stage);
  assert.equal(first.buttons.length, 3);
  assert.equal(second.text, 'Here\nGuide: https://example.com/guide\nShop: https://example.com/shop');
});

test('writes neither to blocked nor to unsubscribed contacts, nor for an inactive automation', async () => {
  const stage = await openStage(t);
  const { id } = await makeAutomation(stage, { commentReply: 'Sent' });
  await comment(t, stage, 'Hello');
  const { contacts } = (await stage.user.call('GET', '/v1/contacts')).body;
  const other = await makeAutomation(stage, { platformPostId: stage.post, dmDelaySeconds: 60 });
  const contactPath = `/v1/contacts/${contacts[0].id}`;
  const reasonAfter = async (change: () => Promise<unknown>) => {
    await t.sql('DELETE FROM automation_logs WHERE automation_id = $1', [other.id]);
    await comment(t, stage, 'Again');
    await change();
    await t.advance(61_000);
    await t.app.drain();
    const [log] = await logsOf(stage, other.id);
    return [log.status, log.skipReason, log.nextDueAt];
  };
  const patch = (path: string, body: object) => stage.user.call('PATCH', path, { body });
  const blocked = await reasonAfter(() => patch(contactPath, { isBlocked: true }));
  assert.deepEqual(blocked, ['skipped', 'contact_blocked', null]);
  const unsubscribed = await reasonAfter(() => patch(contactPath, { isBlocked: false, isSubscribed: false }));
  assert.deepEqual(unsubscribed, ['skipped', 'contact_unsubscribed', null]);
  const inactive = await reasonAfter(() => patch(`/v1/comment-automations/${other.id}`, { isActive: false }));
  assert.deepEqual(inactive, ['skipped', 'automation_inactive', null]);
  assert.equal((await messagesOf(t, stage)).length, 1);
  assert.equal((await logsOf(stage, id)).length, 1);
});

async function replyToStory(stage: Stage & { story: string }, text: string): Promise<string> {
  const message = { platform, account: stage.account, person: 'story.fan', text, storyId: stage.story };
  const { message: added } = await t.sandbox.control('POST', 'messages', message);
  await waitFor('a stored message', async () => {
    await t.app.drain();
    return (await t.sql('SELECT 1 FROM messages WHERE id = $1', [added.id])).length > 0;
  });
  await t.app.drain();
  return added.id;
}

test('answers a story reply in its conversation, within 24 hours only', async () => {
  const opened = await openStage(t);
  const { post: story } = await publish(t, opened, { postType: 'story' });
  const stage = { ...opened, story };
  const late = await makeAutomation(stage, { trigger: 'story_reply', keywords: ['late'], dmDelaySeconds: 86_400 });
  const { id } = await makeAutomation(stage, { trigger: 'story_reply', keywords: ['wow'], dmMessage: 'Thanks' });
  const messageId = await replyToStory(stage, 'Wow');
  const [log] = await logsOf(stage, id);
  assert.deepEqual(
    [log.status, log.source, log.commentId, log.platformPostId],
    ['sent', 'story_reply', messageId, null],
  );
  const { data: conversations } = (await stage.user.call('GET', '/v1/inbox/conversations')).body;
  assert.equal(conversations[0].lastMessage, 'Thanks');
  const [{ data }] = (await stage.user.call('GET', '/v1/events?type=message.sent')).body.events;
  assert.equal(data.message.id, log.sentMessageId);
  await t.advance(1000);
  await replyToStory(stage, 'too late');
  await t.advance(86_400_000);
  await t.app.drain();
  const [skipped] = await logsOf(stage, late.id);
  assert.deepEqual([skipped.status, skipped.skipReason], ['skipped', 'reply_window_closed']);
});

const fault = (kind: string, operation: string, times = 1) => t.sandbox.fault(platform, kind, { operation, times });

test('tries again after 1, 5 and 15 minutes when the platform is unavailable, and then fails', async () => {
  const stage = await openStage(t);
  const { id } = await makeAutomation(stage, { commentReply: 'Sent' });
  await fault('rateLimit', 'sendMessage', 4);
  await comment(t, stage, 'Hello');
  for (const minutes of [1, 5, 15]) {
    const [log] = await logsOf(stage, id);
    assert.equal(log.status, 'pending', `before the wait of ${minutes} minutes`);
    assert.ok(log.nextDueAt !== null && log.error !== null);
    await t.advance(minutes * 60_000 + 1000);
    await t.app.drain();
  }
  const [log] = await logsOf(stage, id);
  assert.deepEqual([log.status, log.commentReplyStatus, log.nextDueAt], ['failed', 'skipped', null]);
  assert.deepEqual(await statsOf(stage, id), { totalTriggered: 1, totalSent: 0, totalFailed: 1 });
  assert.equal((await eventsOf(stage, 'automation.failed'))[0].log.id, log.id);
  assert.deepEqual(await messagesOf(t, stage), []);
  await t.sandbox.control('DELETE', 'faults');
});

test('never repeats a message or a public reply that the platform did not confirm', async () => {
  const stage = await openStage(t);
  const { id } = await makeAutomation(stage, { commentReply: 'Sent' });
  await fault('lostResponse', 'sendMessage');
  await comment(t, stage, 'Hello');
  await fault('lostResponse', 'createReply');
  const commentId = await comment(t, stage, 'Hello', 'fan.two');
  await t.advance(3_600_000);
  await t.app.drain();
  const [replied, unconfirmed] = await logsOf(stage, id);
  assert.deepEqual([unconfirmed.status, unconfirmed.commentReplyStatus], ['failed', 'skipped']);
  assert.match(unconfirmed.error, /did not confirm/);
  await comment(t, stage, 'Once more');
  assert.equal((await logsOf(stage, id))[0].skipReason, 'already_sent_to_contact');
  assert.deepEqual([replied.status, replied.commentReplyStatus], ['sent', 'failed']);
  assert.equal((await messagesOf(t, stage)).length, 2);
  assert.equal((await repliesTo(stage, commentId)).length, 1);
});

test('a message whose process died while sending is failed, not sent again', async () => {
  const stage = await openStage(t);
  const { id } = await makeAutomation(stage, { dmDelaySeconds: 60 });
  await comment(t, stage, 'Hello');
  await t.sql(
    `UPDATE automation_logs SET sending_since = herald_now(), due_at = herald_now() WHERE automation_id = $1`,
    [id],
  );
  await t.app.drain();
  const [log] = await logsOf(stage, id);
  assert.deepEqual([log.status, log.nextDueAt], ['failed', null]);
  assert.deepEqual(await messagesOf(t, stage), []);
});

test('holds private replies beyond 750 per hour and account', async () => {
  const stage = await openStage(t);
  const { id } = await makeAutomation(stage);
  await t.sql(
    `INSERT INTO automation_logs (owner_id, automation_id, id, account_id, source, comment_id, commenter_id,
                                  comment_text, commented_at, status, message_sent_at, created_at, updated_at)
     SELECT $1, $2, 'atl_' || n, $3, 'comment', n::text, n::text, '', herald_now(), 'sent',
            herald_now() - interval '30 minutes', herald_now(), herald_now()
       FROM generate_series(1, 750) AS n`,
    [stage.user.ownerId, id, stage.accountId],
  );
  await comment(t, stage, 'Hello');
  const [held] = await logsOf(stage, id, '?status=pending');
  assert.ok(held.nextDueAt > held.updatedAt, JSON.stringify(held));
  assert.deepEqual(await messagesOf(t, stage), []);
  await t.advance(31 * 60_000);
  await t.app.drain();
  assert.deepEqual([(await logsOf(stage, id, '?status=pending')).length, (await messagesOf(t, stage)).length], [0, 1]);
});

test('picks among the message and its variations', async () => {
  const stage = await openStage(t);
  await makeAutomation(stage, { dmMessage: 'A', dmMessageVariations: ['B', 'C'] });
  for (let person = 0; person < 12; person += 1) await comment(t, stage, 'Hello', `varied.${person}`);
  const texts = new Set((await messagesOf(t, stage)).map(({ text }) => text));
  assert.ok(texts.size > 1, [...texts].join());
  assert.ok([...texts].every((text) => ['A', 'B', 'C'].includes(text)));
});
