import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { counters, gauges, timers } from '../../src/http/metric-table.ts';
import { startTestApp } from '../harness.ts';

const t = await startTestApp();
const documents = ['docs/grafana-dashboard.json', 'docs/alert-rules.yml', 'docs/operations.md'];
const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

async function existingNames(): Promise<Set<string>> {
  const { text } = await t.call('GET', '/metrics');
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

const namesIn = (text: string): string[] => [...new Set(text.match(/\bherald_[a-z0-9_]+[a-z0-9]/g) ?? [])];

for (const file of documents) {
  test(`every metric in ${file} exists`, async () => {
    const names = namesIn(read(file));
    const existing = await existingNames();
    assert.ok(names.length > 10, file);
    assert.deepEqual(
      names.filter((name) => !existing.has(name)),
      [],
    );
  });
}

test('every metric of Herald is on the dashboard', () => {
  const shown = namesIn(read('docs/grafana-dashboard.json')).map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  const names = [counters, timers, gauges].flatMap((one) =>
    Object.values<{ name: string }>(one).map(({ name }) => name),
  );
  assert.deepEqual(
    names.filter((name) => !shown.includes(name)),
    [],
  );
});

/** Prometheus adds these. */
const addedLabels = ['le', 'instance', 'job', 'severity'];

test('queries group and filter by labels that exist', () => {
  const definitions = [counters, timers, gauges].flatMap((one) =>
    Object.values<{ labelNames: readonly string[] }>(one),
  );
  const labels = new Set([...addedLabels, ...definitions.flatMap(({ labelNames }) => labelNames)]);
  for (const file of ['docs/grafana-dashboard.json', 'docs/alert-rules.yml']) {
    const text = read(file).replaceAll('\\"', '"');
    const grouped = [...text.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
    const filtered = [...text.matchAll(/([a-z]+)(?:=~|!=|!~|=)"/g)].map(([, label = '']) => label);
    assert.ok(grouped.length > 5 && filtered.length > 3, file);
    for (const label of [...grouped, ...filtered]) assert.ok(labels.has(label), `${file}: ${label}`);
  }
});

test('the dashboard has a query in every panel and no two panels in one place', () => {
  type Panel = { type: string; id: number; title: string; gridPos: object; targets?: { expr: string }[] };
  const { panels } = JSON.parse(read('docs/grafana-dashboard.json')) as { panels: Panel[] };
  for (const { type, title, targets = [] } of panels) assert.equal(targets.length > 0, type !== 'row', title);
  for (const key of ['id', 'gridPos'] as const) {
    assert.equal(new Set(panels.map((panel) => JSON.stringify(panel[key]))).size, panels.length);
  }
});
