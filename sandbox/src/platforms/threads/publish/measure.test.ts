import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countLinks, lengthOf } from './measure.ts';

test('counts ordinary characters as one and emojis by their bytes', () => {
  const cases: [text: string, length: number][] = [
    ['', 0],
    ['Hello', 5],
    ['語ñ', 2],
    ['𝒳', 1],
    ['a👍', 5],
    ['👍🏽', 8],
    ['👩‍👩‍👧', 18],
    ['🇮🇹', 8],
    ['❤️', 6],
    ['1️⃣', 7],
    ['© 2026 #1', 9],
  ];
  for (const [text, length] of cases) assert.equal(lengthOf(text), length, text);
});

test('counts each distinct link once, in the text or attached', () => {
  assert.equal(countLinks('https://a.example https://a.example http://b.example', 'https://c.example'), 3);
  assert.equal(countLinks('none', undefined), 0);
});
