import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInsert } from './create-insert.ts';

type Row = { postId: string; lateMinutesMax: number; media: unknown; other: string };

const insert = createInsert<Row>({
  table: 'posts',
  columns: ['postId', 'lateMinutesMax', 'media'],
  json: ['media'],
});

test('writes the listed columns of all rows, JSON as text and null as null', () => {
  const { sql, parameters } = insert([
    { postId: 'a', lateMinutesMax: 1, media: ['x'], other: 'left out' },
    { postId: 'b', lateMinutesMax: 2, media: null, other: 'left out' },
  ]);
  assert.equal(sql, 'INSERT INTO posts (post_id, late_minutes_max, media) VALUES ($1, $2, $3), ($4, $5, $6)');
  assert.deepEqual(parameters, ['a', 1, '["x"]', 'b', 2, null]);
});

test('the text depends only on the number of rows', () => {
  const row = { postId: 'a', lateMinutesMax: 1, media: null, other: '' };
  assert.equal(insert([row]).sql, insert([{ ...row, postId: 'b', media: [] }]).sql);
  assert.notEqual(insert([row]).sql, insert([row, row]).sql);
});
