import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isWithin } from './similar-words.ts';
import { isUsableKeyword, matchText, prepareRules, prepareText } from './match-text.ts';

function match(text: string, rules: Partial<Parameters<typeof prepareRules>[0]>) {
  const all = { keywords: [], excludeKeywords: [], matchMode: 'contains' as const, typoTolerance: false, ...rules };
  return matchText(prepareRules(all), prepareText(text));
}

const cases: readonly [text: string, rules: Partial<Parameters<typeof prepareRules>[0]>, matches: boolean][] = [
  ['Send me the GUIDE!', { keywords: ['guide'] }, true],
  ['misguided', { keywords: ['guide'] }, true],
  ['anything', {}, true],
  ['', {}, true],
  ['Straße', { keywords: ['STRASSE'] }, true],
  ['Ｇｕｉｄｅ ｐｌｅａｓｅ', { keywords: ['guide please'] }, true],
  ['cafe\u0301  au\nlait', { keywords: ['CAFÉ AU LAIT'] }, true],
  ['ГАЙД', { keywords: ['гайд'] }, true],
  ['🔥🔥', { keywords: ['🔥'] }, true],
  ['misguided', { keywords: ['guide'], matchMode: 'word' }, false],
  ['the guide, please', { keywords: ['Guide'], matchMode: 'word' }, true],
  ['the free guide', { keywords: ['free guide'], matchMode: 'word' }, true],
  ['free the guide', { keywords: ['free guide'], matchMode: 'word' }, false],
  ['free free guide', { keywords: ['free guide'], matchMode: 'word' }, true],
  ['I want 🔥', { keywords: ['🔥'], matchMode: 'word' }, true],
  ['giude', { keywords: ['guide'], matchMode: 'word' }, false],
  ['guid', { keywords: ['guide'], matchMode: 'word', typoTolerance: true }, true],
  ['guidde', { keywords: ['guide'], matchMode: 'word', typoTolerance: true }, true],
  ['giude', { keywords: ['guide'], matchMode: 'word', typoTolerance: true }, false],
  ['yse', { keywords: ['yes'], matchMode: 'word', typoTolerance: true }, false],
  ['inforamtion', { keywords: ['information'], matchMode: 'word', typoTolerance: true }, true],
  ['infomatoin', { keywords: ['information'], matchMode: 'word', typoTolerance: true }, false],
  ['fre giude', { keywords: ['free guide'], matchMode: 'word', typoTolerance: true }, false],
  ['fre guidde', { keywords: ['free guide'], matchMode: 'word', typoTolerance: true }, true],
  ['  Guide ', { keywords: ['guide'], matchMode: 'exact' }, true],
  ['guide please', { keywords: ['guide'], matchMode: 'exact' }, false],
];

for (const [text, rules, matches] of cases) {
  const { keywords = [], matchMode = 'contains', typoTolerance = false } = rules;
  const how = `${matchMode}${typoTolerance ? ' with typos' : ''}`;
  test(`${matches ? 'matches' : 'does not match'} ${JSON.stringify(text)} by ${JSON.stringify(keywords)}, ${how}`, () => {
    assert.equal(match(text, rules).matches, matches);
  });
}

test('returns the keyword that matched and the one that excluded it; exclusion wins', () => {
  const rules = { keywords: ['price', 'guide'], excludeKeywords: ['Spam'] };
  assert.deepEqual(match('The Guide', rules), { matches: true, keyword: 'guide', excludedBy: null });
  assert.deepEqual(match('guide spam', rules), { matches: false, keyword: 'guide', excludedBy: 'Spam' });
  assert.deepEqual(match('hello', rules), { matches: false, keyword: null, excludedBy: null });
  assert.deepEqual(match('hello', { excludeKeywords: ['spam'] }), { matches: true, keyword: null, excludedBy: null });
});

test('typo tolerance does not apply to excluded words', () => {
  const rules = { keywords: ['price'], excludeKeywords: ['prize'], matchMode: 'word', typoTolerance: true } as const;
  assert.equal(match('price', rules).matches, true);
  assert.equal(match('prize', rules).matches, false);
});

test('a keyword is unusable if nothing of it is compared', () => {
  assert.equal(isUsableKeyword('!!!', 'word'), false);
  assert.equal(isUsableKeyword('!!!', 'contains'), true);
  assert.equal(isUsableKeyword(' \u0301 ', 'contains'), false);
});

test('isWithin agrees with the edit distance by its definition', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 2 }), (one, other, distance) => {
      assert.equal(isWithin(one, other, distance), editDistance(one, other) <= distance);
    }),
    { numRuns: 3000 },
  );
});

test('a typo in a word is tolerated wherever it stands', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 8, maxLength: 20 });
  fc.assert(
    fc.property(letters, fc.nat(), fc.constantFrom('', 'x', 'xy'), (keyword, seed, replacement) => {
      const at = seed % keyword.length;
      const misspelled = `${keyword.slice(0, at)}${replacement}${keyword.slice(at + 1)}`;
      const rules = { keywords: [keyword], matchMode: 'word', typoTolerance: true } as const;
      assert.equal(match(`so ${misspelled}!`, rules).matches, true);
    }),
  );
});

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
