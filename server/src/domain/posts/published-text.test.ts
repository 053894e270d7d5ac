import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingerprintOf } from './fingerprint.ts';
import { publishedText } from './published-text.ts';

const words = (content: string, hashtags: string[] = [], mentions: string[] = []) => ({ content, hashtags, mentions });

test('tags and mentions stand below the text, but for those it holds as words of their own', () => {
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
  for (const [given, custom, expected] of cases) assert.equal(publishedText(given, custom), expected);
});

test('texts that differ in white space or in the way accents are written are the same', () => {
  const same = fingerprintOf('Caf\u00e9  on\nMonday', []);
  assert.deepEqual(fingerprintOf(' Cafe\u0301 on Monday ', []), same);
  assert.notDeepEqual(fingerprintOf('Cafe on Monday', []), same);
});

test('the order of files counts', () => {
  const [a, b] = [{ checksum: 'a' }, { checksum: 'b' }];
  assert.notDeepEqual(fingerprintOf('x', [a, b]), fingerprintOf('x', [b, a]));
  assert.notDeepEqual(fingerprintOf('x', [a]), fingerprintOf('x', []));
});
