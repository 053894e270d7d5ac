import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publishedParts } from '../../src/domain/posts/model/published-text.ts';
import { readNewPost } from '../../src/schemas/new-post.ts';
import { adapters } from '../../src/platforms/registry.ts';
import type { DraftPost } from '../../src/platforms/adapter.ts';

/** Repeated, these can slow down parsers of links, mentions, emoji or markup. */
const seeds = [
  ...['www.', 'a.co,', 'http://', 'https://a.co/', 'a.', '@a', '#a', '$A', '日.', 'a.com/((', 'x'],
  ...['👩‍👩‍👧‍👦', 'e\u0301', '🇩', '\u200d', '#️⃣', ' ', '\n', '<b>', '[a](', '*_', '\\'],
];
const textLengthMax = 65_000;
/** Such texts take milliseconds; slow machines need more. */
const msMax = 1000;

const draft: DraftPost = { text: 'Hello', title: '', media: [], thread: [], tags: [], settings: {} };
const repeated = (seed: string): string => seed.repeat(Math.ceil(textLengthMax / seed.length)).slice(0, textLengthMax);

/** Measures CPU time, so that other load does not matter. */
function assertQuick(what: string, work: () => unknown): void {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  const ms = (user + system) / 1000;
  assert.ok(ms < msMax, `${what} took ${Math.round(ms)} ms`);
}

for (const { name, publish } of adapters) {
  test(`${name} checks adversarial texts of maximum length without blocking the process`, () => {
    for (const seed of seeds) {
      const text = repeated(seed);
      const thread = publish.thread === undefined ? [] : Array.from({ length: 25 }, () => ({ text, media: [] }));
      assertQuick(JSON.stringify(seed), () => publish.check({ ...draft, text, title: text.slice(0, 255), thread }));
    }
  });

  test(`${name} checks settings far beyond their limits without blocking the process`, () => {
    const values = [Array.from({ length: 50_000 }, () => ({})), repeated('www.'), repeated(',')];
    for (const key of Object.keys(publish.options.properties)) {
      for (const value of values) {
        assertQuick(key, () => publish.check({ ...draft, settings: { [key]: value } }));
        assertQuick(`${key} as a thread`, () => publish.thread?.read(value));
      }
    }
  });
}

test('adds hashtags and mentions to adversarial texts without blocking the process', () => {
  const hashtags = Array.from({ length: 30 }, (_, index) => 'a'.repeat(1 + (index % 3)));
  for (const seed of seeds) {
    assertQuick(JSON.stringify(seed), () =>
      publishedParts(
        { content: repeated(seed), hashtags, mentions: ['a', 'aa'] },
        { customContent: null, settings: null, media: [] },
      ),
    );
  }
});

test('reports the first fault of a body with many without checking the rest', () => {
  const many = <Item>(item: Item): Item[] => Array.from({ length: 300_000 }, () => item);
  const keys = Object.fromEntries(many(1).map((value, index) => [`k${index}`, value]));
  const bodies: [Record<string, unknown>, RegExp][] = [
    [{ platforms: many(1) }, /platforms must not have more than 50 items/],
    [{ content: 'Hello', tags: many({}) }, /tags must not have more than 50 items/],
    [{ metadata: keys }, /metadata must not have more than 50 properties/],
  ];
  for (const [body, message] of bodies) {
    assertQuick(String(message), () => assert.throws(() => readNewPost(body), message));
  }
});
