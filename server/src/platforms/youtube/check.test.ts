import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DraftPost } from '../adapter.ts';
import { fakeMedia, fakePost } from '../shared/test/fake-call.ts';
import { untilPacificMidnight } from './errors.ts';
import { check } from './options.ts';
import { tagsOf, titleOf } from './snippet.ts';

const video = fakeMedia({ type: 'video' });
const errors = (post: Partial<DraftPost>) =>
  check({ ...fakePost(), media: [video], ...post }).map(({ rule, field }) => [rule, field]);

test('requires exactly one video', () => {
  assert.deepEqual(errors({}), []);
  assert.deepEqual(errors({ media: [] }), [['mediaRequired', 'mediaItems']]);
  assert.deepEqual(errors({ media: [video, video] }), [['mediaCount', 'mediaItems']]);
  assert.deepEqual(errors({ media: [fakeMedia()] }), [['mediaType', 'mediaItems[0]']]);
  assert.deepEqual(errors({ text: 'ü'.repeat(2500), title: 'x' }), []);
  assert.deepEqual(errors({ text: 'ü'.repeat(2501), title: 'x' }), [['textLength', 'content']]);
});

test('uses the title of the settings, of the post, or the first line with text', () => {
  const post = fakePost({ text: '\n  \n First \nsecond', title: ' Of the post ', settings: { title: ' Its own ' } });
  assert.deepEqual(titleOf(post), { title: 'Its own', field: 'settings.title' });
  assert.deepEqual(titleOf({ ...post, settings: { title: ' ' } }), { title: 'Of the post', field: 'title' });
  assert.deepEqual(titleOf({ ...post, settings: {}, title: ' ' }), { title: 'First', field: 'content' });
  const long = 'x'.repeat(101);
  assert.deepEqual(errors({ settings: { title: long } }), [['titleLength', 'settings.title']]);
  assert.deepEqual(errors({ title: long }), [['titleLength', 'title']]);
  assert.deepEqual(errors({ text: `${long}\nmore` }), [['titleLength', 'content']]);
  assert.deepEqual(errors({ text: ' \n ' }), [['textRequired', 'title']]);
});

test('limits tags to 500 characters including commas and quotes', () => {
  assert.deepEqual(tagsOf(fakePost({ settings: { tags: ' a, b c ,,' } })), ['a', 'b c']);
  assert.deepEqual(tagsOf(fakePost({ tags: ['of the post'], settings: { tags: [] } })), []);
  assert.deepEqual(tagsOf(fakePost({ tags: ['of the post'] })), ['of the post']);
  const half = 'x'.repeat(250);
  const fits = [half, half.slice(1)];
  assert.deepEqual(errors({ settings: { tags: fits } }), []);
  assert.deepEqual(errors({ settings: { tags: [half, half] } }), [['settings', 'settings.tags']]);
  assert.deepEqual(errors({ tags: [half, ` ${half.slice(3)} x`] }), [['settings', 'tags']]);
});

test('reports settings that are out of range', () => {
  for (const [key, value] of Object.entries({ privacyStatus: 'friends', categoryId: 'Music', madeForKids: 'no' })) {
    assert.deepEqual(errors({ settings: { [key]: value } }), [['settings', `settings.${key}`]], key);
  }
  assert.deepEqual(errors({ settings: { privacyStatus: 'UNLISTED', colour: 'red' } }), []);
});

test('resets quotas at midnight Pacific time, in winter and in summer', () => {
  const hour = 3_600_000;
  assert.equal(untilPacificMidnight(new Date('2026-01-15T07:00:00Z')), hour);
  assert.equal(untilPacificMidnight(new Date('2026-07-15T06:00:00Z')), hour);
  assert.equal(untilPacificMidnight(new Date('2026-07-15T07:00:00Z')), 24 * hour);
});
