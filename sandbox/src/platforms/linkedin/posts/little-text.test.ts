import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLittleText } from './little-text.ts';

test('renders plain and escaped text', () => {
  const read: Readonly<Record<string, string>> = {
    '': '',
    'Hello, world! 100% & more: €5 ✅ → “so”': 'Hello, world! 100% & more: €5 ✅ → “so”',
    'https://example.com/a-b?c=d&e=1': 'https://example.com/a-b?c=d&e=1',
    [String.raw`\| \{ \} \@ \[ \] \( \) \< \> \# \* \_ \~ \\`]: String.raw`| { } @ [ ] ( ) < > # * _ ~ \ `.trimEnd(),
    'with @[Ada Lovelace](urn:li:person:Ada0-lvl_1) and @[Acme](urn:li:organization:1)': 'with Ada Lovelace and Acme',
    [String.raw`@[A \(B\)](urn:li:organization:1)`]: 'A (B)',
    '#one #zwölf': '#one #zwölf',
    [String.raw`{hashtag|\#|one\_two} {hashtag|#|three}`]: '#one_two #three',
    'line\nbreak': 'line\nbreak',
  };
  for (const [source, text] of Object.entries(read)) assert.equal(readLittleText(source), text, source);
});

test('rejects unescaped reserved characters', () => {
  const wrong = [
    ...['a (b)', 'a_b', '5 * 3', '~', '<b>', '[x]', '{', '}', '|', '# one', '#', 'me@example.com', '@ada'],
    ...['@[Ada]', '@[Ada](ada)', '@[](urn:li:person:1)', '@[Ada](urn:li:share:1)', '{hashtag|x|one}', '{tag|#|one}'],
    ...['\\', '\\a', 'end\\', '#one_two'],
  ];
  for (const source of wrong) assert.equal(readLittleText(source), undefined, source);
});
