import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentHash } from './content-hash.ts';
import { publishedParts } from './published-text.ts';

const words = (content: string, hashtags: string[] = [], mentions: string[] = []) => ({ content, hashtags, mentions });

test('appends hashtags and mentions unless the text already contains them as words', () => {
  const cases: [ReturnType<typeof words>, string | null, string][] = [
    [words('Hello'), null, 'Hello'],
    [words('Hello', ['art', 'news'], ['ada']), null, 'Hello\n\n#art #news @ada'],
    [words('Hello #Art!', ['art']), null, 'Hello #Art!'],
    [words('Hello #artist', ['art']), null, 'Hello #artist\n\n#art'],
    [words('mail@ada.example', [], ['ada']), null, 'mail@ada.example\n\n@ada'],
    [words('', ['art', 'art']), null, '#art'],
    [words('Hello', ['art']), 'Own words', 'Own words\n\n#art'],
    [words('Hello'), '', 'Hello'],
    [words('日本 #猫', ['猫', '犬']), null, '日本 #猫\n\n#犬'],
  ];
  for (const [content, custom, expected] of cases) {
    const parts = publishedParts(content, { customContent: custom, settings: null, media: [] });
    assert.deepEqual(parts, { text: expected, media: [], thread: [] });
  }
});

test('texts that differ only in white space or Unicode normalization have the same content hash', () => {
  const same = contentHash({ text: 'Caf\u00e9  on\nMonday', media: [], thread: [] });
  assert.deepEqual(contentHash({ text: ' Cafe\u0301 on Monday ', media: [], thread: [] }), same);
  assert.notDeepEqual(contentHash({ text: 'Cafe on Monday', media: [], thread: [] }), same);
});

test('the content hash depends on the files and their order', () => {
  const [a, b] = [{ checksum: 'a' }, { checksum: 'b' }];
  assert.notDeepEqual(
    contentHash({ text: 'x', media: [a, b], thread: [] }),
    contentHash({ text: 'x', media: [b, a], thread: [] }),
  );
  assert.notDeepEqual(
    contentHash({ text: 'x', media: [a], thread: [] }),
    contentHash({ text: 'x', media: [], thread: [] }),
  );
});

test('a thread publishes only its items, with the hashtags in the first', () => {
  const settings = {
    threadItems: [
      { content: 'One', media: ['a'] },
      { content: 'Two', media: [] },
    ],
  };
  const parts = publishedParts(words('Hello', ['art']), { customContent: 'Own words', settings, media: ['b'] });
  assert.deepEqual(parts, { text: 'One\n\n#art', media: ['a'], thread: [{ text: 'Two', media: [] }] });
});
