import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeMedia, fakePost } from '../shared/test/fake-call.ts';
import { check } from './check.ts';
import { postTypeOf } from './options.ts';
import { childFields, containerFields } from './payloads.ts';

const image = fakeMedia();
const video = fakeMedia({ type: 'video' });
const rules = (post: Parameters<typeof fakePost>[0]) =>
  check(fakePost(post)).map(({ rule, severity, field }) => `${severity} ${rule} ${field}`);

test('derives the type from the media unless it is set', () => {
  assert.equal(postTypeOf({ media: [image], settings: {} }), 'feed');
  assert.equal(postTypeOf({ media: [video], settings: {} }), 'reel');
  assert.equal(postTypeOf({ media: [image, video], settings: {} }), 'carousel');
  assert.equal(postTypeOf({ media: [video], settings: { postType: 'STORY' } }), 'story');
});

test('reports no issue for valid posts', () => {
  assert.deepEqual(rules({ media: [image] }), []);
  assert.deepEqual(rules({ media: [video], settings: { postType: 'feed' } }), []);
  assert.deepEqual(rules({ media: Array.from({ length: 10 }, () => image) }), []);
  assert.deepEqual(rules({ text: '', media: [video], settings: { postType: 'story' } }), []);
  const settings = { collaborators: ['@a', 'b.c'], userTags: [{ username: 'x', x: 0, y: 1 }], firstComment: 'first' };
  assert.deepEqual(rules({ media: [image], settings }), []);
});

const broken: [string, Parameters<typeof fakePost>[0], string[]][] = [
  ['text alone', {}, ['error mediaRequired mediaItems']],
  ['caption', { text: 'x'.repeat(2201), media: [image] }, ['error textLength content']],
  ['hashtags', { text: '#a '.repeat(31), media: [image] }, ['error hashtagCount content']],
  ['mentions', { text: '@a '.repeat(21), media: [image] }, ['error mentionCount content']],
  ['eleven', { media: Array.from({ length: 11 }, () => image) }, ['error mediaCount mediaItems']],
  ['two in feed', { media: [image, image], settings: { postType: 'feed' } }, ['error mediaCount mediaItems']],
  [
    'two in a story',
    { text: '', media: [image, image], settings: { postType: 'story' } },
    ['error mediaCount mediaItems'],
  ],
  ['carousel of one', { media: [image], settings: { postType: 'carousel' } }, ['error mediaCount mediaItems']],
  ['reel of an image', { media: [image], settings: { postType: 'reel' } }, ['error mediaType mediaItems[0]']],
  ['gif', { media: [fakeMedia({ type: 'gif', contentType: 'image/gif' })] }, ['error mediaType mediaItems[0]']],
  ['png', { media: [fakeMedia({ contentType: 'image/png' })] }, ['error mediaType mediaItems[0]']],
  ['heavy image', { media: [fakeMedia({ sizeBytes: 8_000_001 })] }, ['error mediaSize mediaItems[0]']],
  ['reel in a codec of its own', { media: [{ ...video, videoCodec: 'vp9' }] }, ['error mediaType mediaItems[0]']],
  ['reel in HEVC', { media: [{ ...video, videoCodec: 'hevc' }] }, []],
  ['short reel', { media: [{ ...video, durationMs: 2999 }] }, ['error mediaDuration mediaItems[0]']],
  [
    'long story',
    { text: '', media: [{ ...video, durationMs: 60_001 }], settings: { postType: 'story' } },
    ['error mediaDuration mediaItems[0]'],
  ],
  [
    'tags in a carousel',
    { media: [image, image], settings: { userTags: [{ username: 'a', x: 0, y: 0 }] } },
    ['error settings settings.userTags'],
  ],
  [
    'tag outside',
    { media: [image], settings: { userTags: [{ username: 'a', x: 1.1, y: 0 }] } },
    ['error settings settings.userTags'],
  ],
  [
    'four collaborators',
    { media: [image], settings: { collaborators: ['a', 'b', 'c', 'd'] } },
    ['error settings settings.collaborators'],
  ],
  [
    'story with collaborator',
    { text: '', media: [image], settings: { postType: 'story', collaborators: ['a'] } },
    ['error settings settings.collaborators'],
  ],
  [
    'story with words',
    { media: [image], settings: { postType: 'story', firstComment: 'x' } },
    ['warning settings settings.firstComment', 'warning settings content'],
  ],
  ['unknown type', { media: [image], settings: { postType: 'igtv' } }, ['error settings settings.postType']],
];
for (const [name, post, expected] of broken) {
  test(`checked before anything is sent: ${name}`, () => assert.deepEqual(rules(post), expected));
}

test('builds the fields of each kind of container', () => {
  const settings = { collaborators: ['@ada'], userTags: [{ username: '@bob', x: 0.5, y: 0.25 }] };
  assert.deepEqual(containerFields(fakePost({ media: [image], settings }), []), {
    image_url: image.url,
    caption: 'Hello',
    user_tags: '[{"username":"bob","x":0.5,"y":0.25}]',
    collaborators: '["ada"]',
  });
  assert.deepEqual(containerFields(fakePost({ media: [video], settings: { shareToFeed: false } }), []), {
    media_type: 'REELS',
    share_to_feed: 'false',
    video_url: video.url,
    caption: 'Hello',
  });
  assert.deepEqual(containerFields(fakePost({ media: [video], settings: { postType: 'story' } }), []), {
    media_type: 'STORIES',
    video_url: video.url,
  });
  assert.deepEqual(containerFields(fakePost({ text: '', media: [image, video] }), ['1', '2']), {
    media_type: 'CAROUSEL',
    children: '1,2',
  });
  assert.deepEqual(childFields(video), { is_carousel_item: 'true', media_type: 'VIDEO', video_url: video.url });
  assert.deepEqual(childFields(image), { is_carousel_item: 'true', image_url: image.url });
});
