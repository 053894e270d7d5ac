import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeKey } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';

const t = await startTestApp({ sandbox: true });

test('describes every platform to any key', async () => {
  const user = await t.newUser();
  const { key } = await makeKey(user.call, { permission: 'read' });
  const { status, body } = await t.as(key)('GET', '/v1/platforms');
  assert.equal(status, 200);
  const names = body.platforms.map((one: { platform: string }) => one.platform).toSorted();
  assert.deepEqual(names, [
    ...['bluesky', 'facebook', 'instagram', 'linkedin', 'parrot', 'pinterest', 'telegram', 'threads', 'tiktok', 'x'],
    'youtube',
  ]);
  const find = (name: string) => body.platforms.find((one: { platform: string }) => one.platform === name);
  assert.partialDeepStrictEqual(find('x'), {
    ...{ label: 'X', aliases: ['twitter'], configured: false, sandboxAvailable: true, connectMethod: 'oauth' },
    capabilities: {
      ...{
        publish: ['text', 'image', 'gif', 'video', 'carousel'],
        threads: true,
        firstComment: false,
        unpublish: true,
      },
      ...{ boards: false, inbox: false, comments: false, metrics: true, followers: true, externalPosts: true },
    },
    limits: {
      text: { max: 280, maxWithMedia: null, unit: 'weighted', hashtagsMax: null, mentionsMax: null },
      media: { required: false, maxCount: 4 },
    },
    settingsSchema: { type: 'object', properties: { replySettings: { enum: ['following', 'mentionedUsers'] } } },
  });
  assert.ok(find('x').scopes.includes('tweet.write'));
  assert.deepEqual(find('instagram').capabilities.publish, ['image', 'video', 'carousel']);
  assert.partialDeepStrictEqual(find('instagram').limits.text, { max: 2200, hashtagsMax: 30, mentionsMax: 20 });
  assert.partialDeepStrictEqual(find('instagram').capabilities, { inbox: true, comments: true, firstComment: true });
  assert.equal(find('pinterest').capabilities.boards, true);
  for (const name of names) {
    assert.equal(find(name).capabilities.externalPosts, !['linkedin', 'telegram'].includes(name), name);
  }
  assert.equal(find('telegram').connectMethod, 'code');
  assert.equal(find('bluesky').connectMethod, 'form');
});
