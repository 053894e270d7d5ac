import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromLittleText, toLittleText } from './little-text.ts';

const reserved = '\\|{}@[]()<>#*_~';

/** Independent of the implementation; fails at a reserved character that is not escaped. */
function unescape(little: string): string {
  let text = '';
  for (let at = 0; at < little.length; at += 1) {
    if (little.startsWith('{hashtag|\\#|', at)) {
      const end = endOf(little, at);
      text += `#${unescape(little.slice(at + '{hashtag|\\#|'.length, end))}`;
      at = end;
      continue;
    }
    const isEscaped = little[at] === '\\';
    if (isEscaped) at += 1;
    const sign = little[at] ?? assert.fail('a backslash at the end');
    assert.equal(reserved.includes(sign), isEscaped, `${sign} at ${at} of ${little}`);
    text += sign;
  }
  return text;
}

function endOf(little: string, start: number): number {
  for (let at = start + 1; at < little.length; at += 1) {
    if (little[at] === '\\') at += 1;
    else if (little[at] === '}') return at;
  }
  return assert.fail('a hashtag without an end');
}

const signs = fc.string({ unit: fc.constantFrom(...reserved, 'a', '9', ' ', '\n', 'ä', '🎈', '/', '&') });
const texts = fc.oneof(fc.string({ unit: 'binary' }), signs);

test('restores every text it has converted', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const little = toLittleText(text);
      assert.equal(unescape(little), text);
      assert.equal(fromLittleText(little), text);
    }),
    { numRuns: 2000 },
  );
});

test('converts hashtags, and nothing else, to templates', () => {
  const cases: [string, string][] = [
    ['#news', '{hashtag|\\#|news}'],
    ['Über #große_Dinge!', 'Über {hashtag|\\#|große\\_Dinge}!'],
    ['(#a)', '\\({hashtag|\\#|a}\\)'],
    ['#1', '\\#1'],
    ['# a', '\\# a'],
    ['C#sharp', 'C\\#sharp'],
    ['https://example.com/#top', 'https://example.com/\\#top'],
    ['&#x27;', '&\\#x27;'],
    ['##a', '\\#\\#a'],
    ['#a#b', '{hashtag|\\#|a}\\#b'],
  ];
  for (const [text, little] of cases) assert.equal(toLittleText(text), little);
});

test('reads mentions and hashtags of others as plain text', () => {
  assert.equal(fromLittleText('Hi @[Ada \\(A\\)](urn:li:person:x), {hashtag|#|news}'), 'Hi Ada (A), #news');
});
