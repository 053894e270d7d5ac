import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DraftPost } from '../adapter.ts';
import { fakeMedia, fakePost } from '../shared/test/fake-call.ts';
import { check } from './check.ts';
import { resharedUrn } from './reshare.ts';

const pdf = fakeMedia({ type: 'document', contentType: 'application/pdf' });
const video = fakeMedia({ type: 'video' });
const image = fakeMedia();
const errors = (post: Partial<DraftPost>) => check({ ...fakePost(), ...post }).map(({ rule, field }) => [rule, field]);

test('accepts text, images, one video or one document', () => {
  const many = Array.from({ length: 10 }, () => image);
  for (const media of [[], [image], many, [video], [pdf]]) assert.deepEqual(errors({ media }), []);
  assert.deepEqual(errors({ text: 'x'.repeat(3001) }), [['textLength', 'content']]);
  assert.deepEqual(errors({ media: [...many, image] }), [['mediaCount', 'mediaItems']]);
  for (const alone of [video, pdf]) {
    assert.deepEqual(errors({ media: [alone, image] }), [['mediaMix', 'mediaItems']]);
  }
  assert.deepEqual(errors({ media: [fakeMedia({ sizeBytes: 10_000_001 })] }), [['mediaSize', 'mediaItems[0]']]);
  assert.deepEqual(errors({ media: [{ ...video, durationMs: 2000 }] }), [['mediaDuration', 'mediaItems[0]']]);
  assert.deepEqual(errors({ media: [{ ...video, contentType: 'video/quicktime' }] }), [['mediaType', 'mediaItems[0]']]);
});

test('reports posts of organisations as unsupported', () => {
  const [issue, ...others] = check(fakePost({ settings: { organizationUrn: 'urn:li:organization:1' } }));
  assert.deepEqual([issue?.rule, issue?.field, issue?.code], ['settings', 'settings.organizationUrn', 'unsupported']);
  assert.deepEqual(others, []);
});

test('checks the post title where it is used as the title of the file', () => {
  const title = 'x'.repeat(201);
  assert.deepEqual(errors({ title, media: [image] }), []);
  assert.deepEqual(errors({ title, media: [video] }), [['titleLength', 'title']]);
  assert.deepEqual(errors({ title, media: [pdf] }), [['titleLength', 'title']]);
  assert.deepEqual(errors({ title, media: [pdf], settings: { documentTitle: 'short' } }), []);
  assert.deepEqual(errors({ settings: { videoTitle: title } }), [['settings', 'settings.videoTitle']]);
});

test('reports countries as unsupported unless the list is empty', () => {
  const issues = check(fakePost({ settings: { geoRestrictionCountries: ['DE'] } }));
  assert.partialDeepStrictEqual(issues, [{ field: 'settings.geoRestrictionCountries', code: 'unsupported' }]);
  assert.deepEqual(errors({ settings: { geoRestrictionCountries: [] } }), []);
});

test('reports settings that are out of range', () => {
  const wrong: [object, string][] = [
    [{ visibility: 'FRIENDS' }, 'visibility'],
    [{ firstComment: 'x'.repeat(1251) }, 'firstComment'],
    [{ geoRestrictionCountries: ['Germany'] }, 'geoRestrictionCountries'],
    [{ geoRestrictionCountries: Array.from({ length: 26 }, () => 'DE') }, 'geoRestrictionCountries'],
    [{ disableLinkPreview: 'yes' }, 'disableLinkPreview'],
    [{ reshareUrl: 'https://example.com/posts/x-share-1' }, 'reshareUrl'],
    [{ reshareUrl: 'https://www.linkedin.com/posts/ada_x-activity-712-abcd' }, 'reshareUrl'],
  ];
  for (const [settings, key] of wrong) {
    assert.deepEqual(errors({ settings: settings as DraftPost['settings'] }), [['settings', `settings.${key}`]]);
  }
  const reshareUrl = 'urn:li:share:712';
  assert.deepEqual(errors({ settings: { reshareUrl } }), []);
  assert.deepEqual(errors({ media: [image], settings: { reshareUrl } }), [['settings', 'settings.reshareUrl']]);
});

test('returns the URN of the post that a URL leads to', () => {
  const site = 'https://www.linkedin.com';
  const cases: [string, string | undefined][] = [
    ['urn:li:ugcPost:712', 'urn:li:ugcPost:712'],
    [`${site}/feed/update/urn:li:share:712/`, 'urn:li:share:712'],
    [`${site}/feed/update/urn%3Ali%3AugcPost%3A712?utm_source=share`, 'urn:li:ugcPost:712'],
    ['https://de.linkedin.com/posts/ada-lovelace_engines-share-712-a_bC', 'urn:li:share:712'],
    [`${site}/posts/ada_engines-and-ugcPost-712`, 'urn:li:ugcPost:712'],
    [`${site}/feed/update/urn:li:activity:712`, undefined],
    ['https://linkedin.com.example/feed/update/urn:li:share:712', undefined],
    [`${site}/feed/update/%E0%A4%A`, undefined],
    ['nonsense', undefined],
  ];
  for (const [address, urn] of cases) assert.equal(resharedUrn(address), urn, address);
});
