import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRows, parseRows } from './results-file.ts';

const cells = (id: string, tier: string, figures: string): string[] => [
  ...[`[\`${id}\`](../rel/suites/keys/${id}.ts)`, tier, '2026-01-02', 'abc1234', '7', '12', 'passed', figures],
];

test('keeps the rows of other cases and tiers, and groups them by suite', () => {
  const rows = new Map([
    ['keys one quick', cells('one', 'quick', 'keys 3')],
    ['ops one quick', cells('one', 'quick', '')],
    ['keys one full', cells('one', 'full', 'keys 30, p99Ms 4')],
  ]);
  const text = formatRows(rows, ['ops', 'keys']);
  assert.deepEqual(parseRows(text), new Map([...rows].sort()));
  assert.ok(text.indexOf('## ops') < text.indexOf('## keys'), text);
  assert.equal(formatRows(parseRows(text), ['ops', 'keys']), text);
});

test('leaves out suites without results', () => {
  assert.ok(!formatRows(new Map(), ['ops']).includes('## ops'));
});
