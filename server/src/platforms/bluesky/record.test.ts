import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppBskyFeedPost, jsonToLex } from '@atproto/api';
import fc from 'fast-check';
import { manualClock } from '../../kernel/time/clock.ts';
import { seededRandom } from '../../kernel/crypto/random.ts';
import { fakeMedia, fakePost } from '../shared/test/fake-call.ts';
import { check } from './check.ts';
import { detectFacets, firstLink } from './facets.ts';
import { decodeEntities, readPageCard } from './page-card.ts';
import { toRecord } from './record.ts';
import { newTid } from './tid.ts';

const cid = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku';
const blob = { $type: 'blob' as const, ref: { $link: cid }, mimeType: 'image/jpeg', size: 3 };
const createdAt = new Date('2026-10-01T12:00:00Z');

test('creates valid keys of 13 characters that sort by time', () => {
  const key = (at: number, seed: string) => newTid({ clock: manualClock(new Date(at)), random: seededRandom(seed) });
  const instant = fc.integer({ min: 0, max: Date.UTC(2200, 0) });
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 1e9 }), fc.string(), fc.string(), (at, later, one, other) => {
      const [first, second] = [key(at, one), key(at + later, other)];
      assert.match(first, /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/);
      assert.ok(first < second);
    }),
  );
});

test('places facets by byte offset after any text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 40 }), async (before) => {
      const text = `${before} https://herald.example/a #Tag @ada.bsky.test`.trimStart();
      const bytes = Buffer.from(text);
      const marked = (await detectFacets(text)).map(({ index, features: [feature] }) => [
        feature?.$type.split('#')[1],
        bytes.subarray(index.byteStart, index.byteEnd).toString('utf8'),
      ]);
      assert.deepEqual(marked.slice(-3), [
        ['link', 'https://herald.example/a'],
        ['tag', '#Tag'],
        ['mention', '@ada.bsky.test'],
      ]);
    }),
    { numRuns: 200 },
  );
});

test('uses the first link for the card', async () => {
  assert.equal(firstLink(await detectFacets('a #b https://x.example/1. https://y.example')), 'https://x.example/1');
  assert.equal(firstLink(await detectFacets('nothing')), undefined);
});

test('builds records that match the official schema', async () => {
  const facets = await detectFacets('See https://herald.example #tag');
  const image = fakeMedia({ width: 4, height: 3 });
  const card = { uri: 'https://herald.example', title: 'T', description: '', imageUrl: null, thumb: blob };
  const posts: [Parameters<typeof fakePost>[0], string | undefined][] = [
    [{}, 'app.bsky.embed.external'],
    [
      { media: [image, fakeMedia()], settings: { altTexts: ['one'], languages: ['en', 'pt-BR'] } },
      'app.bsky.embed.images',
    ],
    [
      { text: '', media: [fakeMedia({ type: 'video', width: 9, height: 16 })], settings: { altTexts: ['v'] } },
      'app.bsky.embed.video',
    ],
  ];
  for (const [post, embed] of posts) {
    const media = post?.media ?? [];
    const record = toRecord(fakePost(post), {
      createdAt,
      facets,
      blobs: media.map(({ contentType }) => ({ ...blob, mimeType: contentType })),
      card,
    });
    const embedded = record['embed'] as { $type: string } | undefined;
    assert.equal(embedded?.$type, embed);
    const judged = AppBskyFeedPost.validateRecord(jsonToLex(JSON.parse(JSON.stringify(record))));
    assert.deepEqual(judged.success ? [] : [judged.error.message], []);
  }
  const plain = toRecord(fakePost(), { createdAt, facets: [], blobs: [], card: null });
  assert.deepEqual(plain, { $type: 'app.bsky.feed.post', text: 'Hello', createdAt: '2026-10-01T12:00:00.000Z' });
});

test('assigns alt texts and sizes to images by position', () => {
  const media = [fakeMedia({ width: 4, height: 3 }), fakeMedia()];
  const { embed } = toRecord(fakePost({ media, settings: { altTexts: ['one'] } }), {
    createdAt,
    facets: [],
    blobs: [blob, blob],
    card: null,
  });
  assert.deepEqual(embed, {
    $type: 'app.bsky.embed.images',
    images: [
      { image: blob, alt: 'one', aspectRatio: { width: 4, height: 3 } },
      { image: blob, alt: '' },
    ],
  });
});

const rules = (post: Parameters<typeof fakePost>[0]) =>
  check(fakePost(post)).map(({ rule, field }) => `${rule} ${field}`);
const image = fakeMedia();
const video = fakeMedia({ type: 'video' });
const cases: [string, Parameters<typeof fakePost>[0], string[]][] = [
  ['300 families', { text: '👨‍👩‍👧'.repeat(160) }, []],
  ['301 letters', { text: 'x'.repeat(301) }, ['textLength content']],
  ['too many bytes', { text: '👨‍👩‍👧'.repeat(170) }, ['textLength content']],
  ['nothing', { text: ' ' }, ['textRequired content']],
  ['four images', { text: '', media: [image, image, image, image] }, []],
  ['five images', { media: [image, image, image, image, image] }, ['mediaCount mediaItems']],
  ['image and video', { media: [image, video] }, ['mediaMix mediaItems']],
  ['mov', { media: [{ ...video, contentType: 'video/quicktime' }] }, ['mediaType mediaItems[0]']],
  ['heavy image', { media: [fakeMedia({ sizeBytes: 2_000_001 })] }, ['mediaSize mediaItems[0]']],
  ['alt texts', { media: [image], settings: { altTexts: ['a', 'b'] } }, ['settings settings.altTexts']],
  ['long alt text', { media: [image], settings: { altTexts: ['a'.repeat(2001)] } }, ['settings settings.altTexts']],
  ['languages', { settings: { languages: ['en', 'de-CH', 'zh-Hant'] } }, []],
  ['four languages', { settings: { languages: ['en', 'de', 'fr', 'it'] } }, ['settings settings.languages']],
  ['no language', { settings: { languages: ['english'] } }, ['settings settings.languages']],
];
for (const [name, post, expected] of cases) test(`checked: ${name}`, () => assert.deepEqual(rules(post), expected));

test('reads the card of a page', () => {
  const html = `<html><head><title>Plain</title><META content='A &amp; B &#x27;c&#39; > d' property="og:title">
    <meta name=description content=short /><meta property="og:image" content="/pic.png?a=1&amp;b=2"></head>`;
  assert.deepEqual(readPageCard(html, 'https://x.example/deep/page'), {
    title: "A & B 'c' > d",
    description: 'short',
    imageUrl: 'https://x.example/pic.png?a=1&b=2',
  });
  assert.equal(readPageCard('<title> Only\n this </title>', 'https://x.example')?.title, 'Only this');
  assert.equal(readPageCard('<p>none', 'https://x.example'), undefined);
  assert.equal(readPageCard('<title>caf\ufffd</title>', 'https://x.example'), undefined);
  const hostile = '<title>t</title><meta property="og:image" content="javascript:alert(1)">';
  assert.equal(readPageCard(hostile, 'https://x.example')?.imageUrl, null);
});

test('never throws or takes long for any page', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('<meta ', 'og:title', '"', "'", '=', '>', 'content', '&#', '&#xffffff;', '<title>', ' '),
      ),
      (parts) => {
        readPageCard(parts.join(''), 'https://x.example');
      },
    ),
  );
  const startedAt = performance.now();
  for (const part of ['<meta ', '<meta content="', "<meta a='", '<title', '<meta /////']) {
    readPageCard(part.repeat(100_000), 'https://x.example');
  }
  assert.ok(performance.now() - startedAt < 2000);
});

test('keeps entities that are not characters', () => {
  assert.equal(decodeEntities('&#0;&#xd800;&#x110000;&nope;&#65;'), '&#0;&#xd800;&#x110000;&nope;A');
});
