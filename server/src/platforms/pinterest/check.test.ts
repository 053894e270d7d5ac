import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DraftPost } from '../adapter.ts';
import { fakeMedia, fakePost } from '../shared/test/fake-call.ts';
import { check } from './options.ts';

const image = fakeMedia();
const video = fakeMedia({ type: 'video' });
const errors = ({ settings = {}, ...post }: Partial<DraftPost>) =>
  check({ ...fakePost(), media: [image], ...post, settings: { boardId: '1', ...settings } }).map(({ rule, field }) => [
    rule,
    field,
  ]);

test('accepts one to five images or one video', () => {
  for (const media of [[image], Array.from({ length: 5 }, () => image), [video]]) {
    assert.deepEqual(errors({ media }), []);
  }
  assert.deepEqual(errors({ media: [] }), [['mediaRequired', 'mediaItems']]);
  assert.deepEqual(errors({ media: Array.from({ length: 6 }, () => image) }), [['mediaCount', 'mediaItems']]);
  assert.deepEqual(errors({ media: [video, image] }), [['mediaMix', 'mediaItems']]);
  assert.deepEqual(errors({ media: [{ ...video, durationMs: 3999 }] }), [['mediaDuration', 'mediaItems[0]']]);
  assert.deepEqual(errors({ media: [{ ...image, sizeBytes: 20_000_001 }] }), [['mediaSize', 'mediaItems[0]']]);
  assert.deepEqual(errors({ text: 'x'.repeat(801) }), [['textLength', 'content']]);
});

test('requires a board', () => {
  for (const boardId of [undefined, null]) {
    assert.deepEqual(errors({ settings: { boardId } })[0], ['boardRequired', 'settings.boardId']);
  }
  assert.deepEqual(errors({ settings: { boardId: 'cakes' } }), [['settings', 'settings.boardId']]);
});

test('uses the title of the settings, otherwise of the post', () => {
  const long = 'x'.repeat(101);
  assert.deepEqual(errors({ title: long }), [['titleLength', 'title']]);
  assert.deepEqual(errors({ title: long, settings: { title: 'short' } }), []);
  assert.deepEqual(errors({ title: 'short', settings: { title: long } }), [['titleLength', 'settings.title']]);
});

test('reports settings that are out of range', () => {
  const wrong: [object, string][] = [
    [{ link: 'example.com' }, 'link'],
    [{ altText: 'x'.repeat(501) }, 'altText'],
    [{ coverImageUrl: 'cover.jpg' }, 'coverImageUrl'],
    [{ coverImageKeyFrameTime: -1 }, 'coverImageKeyFrameTime'],
    [{ coverImageUrl: 'https://example.com/a.jpg', coverImageKeyFrameTime: 1 }, 'coverImageKeyFrameTime'],
  ];
  for (const [settings, key] of wrong) {
    assert.deepEqual(errors({ media: [video], settings: { ...settings } }), [['settings', `settings.${key}`]], key);
  }
});
