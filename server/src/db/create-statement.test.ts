import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp } from '../../test/harness.ts';
import { createStatement } from './create-statement.ts';

const t = await startTestApp();
const { db } = t.app.systemCtx;

let built = 0;
const select = createStatement<{ first: string; second: number }, { sum: string; lateMinutesMax: number }>((values) => {
  built += 1;
  return sql`SELECT ${values.first} || ${values.second}::text || ${values.first} AS sum, ${7}::int AS late_minutes_max`;
});

test('builds the text once and sends the values of each call in their places', async () => {
  const rows = [];
  for (const values of [
    { first: 'a', second: 1 },
    { first: 'b', second: 2 },
    { first: 'c', second: 3 },
  ]) {
    rows.push(...(await db.executeQuery(select(db, values))).rows);
  }
  assert.deepEqual(rows, [
    { sum: 'a1a', lateMinutesMax: 7 },
    { sum: 'b2b', lateMinutesMax: 7 },
    { sum: 'c3c', lateMinutesMax: 7 },
  ]);
  assert.equal(built, 1);
});

test('refuses to calculate with a value while the text is built', () => {
  const halved = createStatement<{ value: number }>(({ value }) => sql`SELECT ${value / 2}`);
  assert.throws(() => halved(db, { value: 4 }), /calculate value in SQL/);
});

test('builds one text per set of given values, and leaves out undefined ones', async () => {
  const shapes: string[] = [];
  const choose = createStatement<{ id: string; name?: string | undefined }, { chosen: string }>(({ id, name }) => {
    shapes.push(name === undefined ? 'id' : 'id and name');
    return name === undefined ? sql`SELECT ${id} AS chosen` : sql`SELECT ${id} || ${name} AS chosen`;
  });
  const chosen = [];
  for (const values of [{ id: 'a' }, { id: 'b', name: 'n' }, { id: 'c', name: undefined }, { id: 'd', name: 'm' }]) {
    chosen.push((await db.executeQuery(choose(db, values))).rows[0]?.chosen);
  }
  assert.deepEqual(chosen, ['a', 'bn', 'c', 'dm']);
  assert.deepEqual(shapes, ['id', 'id and name']);
});
