import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { AppError } from '../../kernel/errors.ts';
import { createQueryCheck } from './read-query.ts';

const check = createQueryCheck(
  Type.Object({
    name: Type.Optional(Type.String()),
    status: Type.Optional(Type.Enum(['open', 'closed'])),
    types: Type.Optional(Type.Array(Type.Enum(['a', 'b', 'c']))),
    isRead: Type.Optional(Type.Boolean()),
    page: Type.Integer({ minimum: 1, default: 1 }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  }),
);
const defaults = { page: 1, limit: 20 };

function faultOf(query: unknown): unknown {
  try {
    check(query);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'validation');
    return error.details.param;
  }
}

test('returns only the defaults for an empty query', () => {
  assert.deepEqual(check({}), defaults);
});

test('parses each parameter as its type', () => {
  const query = { name: '007', status: 'open', types: 'a,c', isRead: 'false', page: '3', limit: '100' };
  const values = { name: '007', status: 'open', types: ['a', 'c'], isRead: false, page: 3, limit: 100 };
  assert.deepEqual(check(query), values);
});

test('ignores unknown parameters, repeated or not, including inherited property names', () => {
  assert.deepEqual(check({ other: 'x', more: ['x', 'y'], empty: '' }), defaults);
  const inherited = JSON.parse('{"__proto__":{"name":"x"},"constructor":"x","toString":"x"}') as unknown;
  assert.deepEqual(check(inherited), defaults);
  assert.deepEqual(check(Object.create({ name: 'x' })), defaults);
});

test('rejects a repeated parameter, even for lists', () => {
  for (const name of ['name', 'status', 'types', 'isRead', 'page']) {
    assert.equal(faultOf({ [name]: ['a', 'a'] }), name);
  }
});

test('rejects an empty parameter instead of treating it as missing', () => {
  for (const name of ['name', 'status', 'types', 'isRead', 'page', 'limit'])
    assert.equal(faultOf({ [name]: '' }), name);
});

test('accepts only digits for integers', () => {
  for (const page of ['-1', '+1', '1.0', '1e3', '0x10', ' 1', '1 ', 'one', '１', 'NaN', '9'.repeat(30)]) {
    assert.equal(faultOf({ page }), 'page', page);
  }
});

test('rejects values outside the range or the enum', () => {
  for (const limit of ['0', '101', '999999999']) assert.equal(faultOf({ limit }), 'limit');
  assert.equal(faultOf({ page: '0' }), 'page');
  for (const status of ['OPEN', 'other', 'open,closed', 'toString']) assert.equal(faultOf({ status }), 'status');
  assert.deepEqual(check({ limit: '1' }), { page: 1, limit: 1 });
});

test('accepts only true and false for booleans', () => {
  assert.deepEqual(check({ isRead: 'true' }), { ...defaults, isRead: true });
  for (const isRead of ['1', '0', 'yes', 'TRUE', 'null']) assert.equal(faultOf({ isRead }), 'isRead');
});

test('reports an invalid list item under the name of its parameter', () => {
  for (const types of ['d', 'a,d', 'a,', ',a', ',', 'a, b', 'A']) assert.equal(faultOf({ types }), 'types', types);
});

test('rejects U+0000 and lone surrogates', () => {
  for (const name of ['\0', 'a\0b', '\ud800', 'x\udfff']) assert.equal(faultOf({ name }), 'name');
});

test('returns a fresh copy of the defaults for each query', () => {
  const first = check({}) as { page: number };
  first.page = 9;
  assert.deepEqual(check({}), defaults);
});

test('reads nothing without a schema', () => {
  assert.deepEqual(createQueryCheck()({ page: 'x', name: '' }), {});
});
