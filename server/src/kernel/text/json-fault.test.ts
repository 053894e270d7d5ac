import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { describeJsonFault } from './json-fault.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('names line, column and character of the first fault', () => {
  const cases: [string, string][] = [
    ['{"a":1,}', 'line 1, column 8: unexpected }'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: unexpected "'],
    ["{'a':1}", "line 1, column 2: unexpected '"],
    ['{"a":NaN}', 'line 1, column 6: unexpected N'],
    ['{"a":01}', 'line 1, column 7: unexpected 1'],
    ['{}{}', 'line 1, column 3: unexpected {'],
    ['{"a" 1}', 'line 1, column 6: unexpected 1'],
    ['[1 2]', 'line 1, column 4: unexpected 2'],
    ['[}', 'line 1, column 2: unexpected }'],
    ['{\r\n"a": “b”}', 'line 2, column 6: unexpected character U+201C'],
    ['{"a":"x\ny"}', 'line 1, column 8: unexpected character U+000A'],
    [String.raw`{"a":"\x"}`, String.raw`line 1, column 7: unexpected \ `.trim()],
    [String.raw`{"a":"\u12g4"}`, String.raw`line 1, column 7: unexpected \ `.trim()],
  ];
  for (const [text, description] of cases) assert.equal(describeJsonFault(text), description, text);
});

test('reports text that ends too early at its end', () => {
  for (const text of ['', '{', '{"a"', '{"a":', '[1,', '{"a":"b', '"a\\u00e9']) {
    assert.equal(describeJsonFault(text), `line 1, column ${text.length + 1}: the JSON ends too early`, text);
  }
  assert.equal(describeJsonFault('{\n"a": 1\n'), 'line 3, column 1: the JSON ends too early');
});

test('agrees with JSON.parse about what is malformed', () => {
  const mutilated = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '\\', '0', '-', '.', 'e', 'é', '\n', '{', ':'))
    .map(([text, position, insert]) => {
      const at = position % (text.length + 1);
      return text.slice(0, at) + insert + text.slice(at + 1);
    });
  fc.assert(
    fc.property(fc.oneof(fc.json(), mutilated, fc.string()), (text) => {
      assert.equal(describeJsonFault(text) === undefined, isJson(text), text);
    }),
    { numRuns: 3000 },
  );
});

test('takes linear time and no stack for hostile text', () => {
  const startedMs = performance.now();
  for (const text of [
    '['.repeat(1e6),
    '{"a":'.repeat(2e5),
    `"${'\\n'.repeat(1e6)}`,
    '\n'.repeat(1e6),
    '-'.repeat(1e6),
  ]) {
    assert.ok(describeJsonFault(text));
  }
  assert.ok(performance.now() - startedMs < 5000);
});
