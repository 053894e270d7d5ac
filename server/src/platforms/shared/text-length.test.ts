import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textLength } from './text-length.ts';

type Counts = {
  utf16: number;
  characters: number;
  graphemes: number;
  bytes: number;
  emojiBytes: number;
  weighted: number;
};

/** Counted by hand. */
const pieces: readonly (readonly [text: string, ...counts: [number, number, number, number, number, number]])[] = [
  // utf16, characters, graphemes, bytes, emojiBytes, weighted
  ['plain', 5, 5, 5, 5, 5, 5],
  ['größer', 6, 6, 6, 8, 6, 6],
  ['e\u0301', 2, 2, 1, 3, 2, 1],
  ['Привет', 6, 6, 6, 12, 6, 6],
  ['日本語', 3, 3, 3, 9, 3, 6],
  ['한국', 2, 2, 2, 6, 2, 4],
  ['\u1112\u1161\u11ab', 3, 3, 1, 9, 3, 2],
  ['“quoted”', 8, 8, 8, 12, 8, 8],
  ['more…', 5, 5, 5, 7, 5, 6],
  ['𝒳', 2, 1, 1, 4, 1, 2],
  ['👍', 2, 1, 1, 4, 4, 2],
  ['👍🏽', 4, 2, 1, 8, 8, 2],
  ['👩‍👩‍👧', 8, 5, 1, 18, 18, 2],
  ['🇩🇪', 4, 2, 1, 8, 8, 2],
  ['❤️', 2, 2, 1, 6, 6, 2],
  ['1️⃣', 3, 3, 1, 7, 7, 2],
  ['#herald', 7, 7, 7, 7, 7, 7],
  ['@herald', 7, 7, 7, 7, 7, 7],
  ['https://example.com', 19, 19, 19, 19, 19, 23],
  ['https://example.com/a/rather/long/path?with=many&words=in', 57, 57, 57, 57, 57, 23],
  ['http://t.co', 11, 11, 11, 11, 11, 23],
  ['example.org', 11, 11, 11, 11, 11, 23],
  ['v1.2.3', 6, 6, 6, 6, 6, 6],
];
const units = ['utf16', 'characters', 'graphemes', 'bytes', 'emojiBytes', 'weighted'] as const;

const countsOf = (chosen: (typeof pieces)[number][]): Counts => {
  const sumAt = (index: number): number =>
    chosen.reduce((sum, [, ...counts]) => sum + (counts[index] ?? NaN), Math.max(0, chosen.length - 1));
  return Object.fromEntries(units.map((unit, index) => [unit, sumAt(index)])) as Counts;
};

test('measures any text as the sum of its words and spaces', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (chosen) => {
      const text = chosen.map(([word]) => word).join(' ');
      const counted = Object.fromEntries(units.map((unit) => [unit, textLength(text, unit)]));
      assert.deepEqual(counted, countsOf(chosen), text);
    }),
  );
});

/** No emoji, not combining, cannot be part of a URL. */
const isPlain = (character: string): boolean =>
  /^[\p{L}\p{S}\p{P}\p{Zs}]$/u.test(character) &&
  !/[\p{Extended_Pictographic}\p{Emoji}.:/@#$\u1100-\u11ff]/u.test(character) &&
  character.normalize('NFC') === character;

const isLight = (point: number): boolean =>
  point <= 0x10ff ||
  (point >= 0x2000 && point <= 0x200d) ||
  (point >= 0x2010 && point <= 0x201f) ||
  (point >= 0x2032 && point <= 0x2037);

const point = fc.oneof(fc.integer({ min: 0x20, max: 0x2fff }), fc.integer({ min: 0x3000, max: 0x2ffff }));
const character = point.map((each) => String.fromCodePoint(each)).filter(isPlain);

test('weighs single characters by their Unicode range', () => {
  fc.assert(
    fc.property(fc.array(character, { maxLength: 40 }), (characters) => {
      const expected = characters.reduce((sum, each) => sum + (isLight(each.codePointAt(0) ?? 0) ? 1 : 2), 0);
      assert.equal(textLength(characters.join(''), 'weighted'), expected);
    }),
    { numRuns: 300 },
  );
});

test('counts UTF-16 units, characters and bytes per code point', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const points = Array.from(text, (each) => each.codePointAt(0) ?? 0);
      const sum = (size: (point: number) => number): number => points.reduce((total, each) => total + size(each), 0);
      assert.equal(textLength(text, 'characters'), points.length);
      assert.equal(
        textLength(text, 'utf16'),
        sum((each) => (each > 0xffff ? 2 : 1)),
      );
      assert.equal(
        textLength(text, 'bytes'),
        sum((each) => (each < 0x80 ? 1 : each < 0x800 ? 2 : each < 0x1_0000 ? 3 : 4)),
      );
      assert.ok(textLength(text, 'graphemes') <= points.length);
    }),
  );
});
