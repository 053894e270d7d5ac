import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { faultKinds } from './core/wire/faults.ts';
import { hostsOf } from './core/wire/routing.ts';
import { platforms } from './registry.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/sandbox.md'), 'utf8');

function tableRows(section: string, firstColumn: string): string[][] {
  const body = text.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  const table = body.split(/\n\n/).find((block) => block.startsWith(`| ${firstColumn}`)) ?? '';
  const rows = table.split('\n').slice(2);
  return rows
    .filter((row) => row !== '')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

for (const platform of platforms) {
  test(`the documented routes of ${platform.name} match the registered ones`, () => {
    const registered = platform.routes.map((route) => [
      route.methods.join(', '),
      hostsOf(route).join(', '),
      route.path,
      route.operation,
    ]);
    assert.deepEqual(tableRows(platform.name, 'Method'), registered);
  });

  test(`the operation names of ${platform.name} are unique`, () => {
    const names = platform.routes.map((route) => route.operation);
    assert.equal(new Set(names).size, names.length);
  });
}

test('every kind of fault is documented', () => {
  assert.deepEqual(
    tableRows('Faults', 'Kind').map(([kind]) => kind),
    faultKinds.map((kind) => `\`${kind}\``),
  );
});
