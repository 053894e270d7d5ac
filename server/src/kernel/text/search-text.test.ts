import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bigramsOf, foldText, tokensOf } from './search-text.ts';

const same: readonly [name: string, one: string, other: string][] = [
  ['case', 'Hello', 'hELLO'],
  ['accents', 'café', 'CAFE'],
  ['combining marks', 'cafe\u0301', 'café'],
  ['letters with a stroke', 'smørrebrød ŁÓDŹ', 'smorrebrod lodz'],
  ['sharp s', 'Straße', 'STRASSE'],
  ['dotted and dotless i', 'İstanbul', 'ıstanbul'],
  ['Greek accents and final sigma', 'οδός', 'ΟΔΟΣ'],
  ['Arabic vowel signs', 'مُحَمَّد', 'محمد'],
  ['Hebrew points', 'שָׁלוֹם', 'שלום'],
  ['width', 'ＡＢＣ ｶﾞ', 'abc ガ'],
  ['ligatures', 'ﬁne', 'fine'],
  ['emoji with and without a variation selector', '❤️', '❤'],
];
for (const [name, one, other] of same) {
  test(`folds ${name}`, () => assert.equal(foldText(one), foldText(other)));
}

const different: readonly [name: string, one: string, other: string][] = [
  ['voiced kana', 'が', 'か'],
  ['Thai vowels', 'กิน', 'กน'],
  ['Hindi vowel signs', 'दिन', 'दान'],
  ['skin tones', '👍🏽', '👍'],
];
for (const [name, one, other] of different) {
  test(`keeps ${name} apart`, () => assert.notEqual(foldText(one), foldText(other)));
}

const tokens: readonly [text: string, tokens: string[]][] = [
  ["Don't stop, a-b_c 42!", ['DON', 'T', 'STOP', 'A', 'B', 'C', '42']],
  ['twice Twice TWICE', ['TWICE']],
  ['こんにちは、世界', ['こんにちは', '世界']],
  ['สวัสดีครับ', ['สวัสดีครับ']],
  ['हिंदी में', ['हिंदी', 'में']],
  ['안녕 세계', ['안녕', '세계']],
  ['ok👍🏽👍❤️🇩🇪👨‍👩‍👧', ['OK', '👍🏽', '👍', '❤', '🇩🇪', '👨‍👩‍👧']],
  ['... \u0301 !?', []],
];
for (const [text, expected] of tokens) {
  test(`splits ${JSON.stringify(text)} into tokens`, () => assert.deepEqual(tokensOf(text), expected));
}

test('returns each pair of characters once', () => {
  assert.deepEqual(bigramsOf('ANANA👍'), ['AN', 'NA', 'A👍']);
  assert.deepEqual(bigramsOf('A'), []);
});
