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

test('an empty query has the defaults and nothing else', () => {
  assert.deepEqual(check({}), defaults);
});

test('each parameter is read as its type', () => {
  const query = { name: '007', status: 'open', types: 'a,c', isRead: 'false', page: '3', limit: '100' };
  const values = { name: '007', status: 'open', types: ['a', 'c'], isRead: false, page: 3, limit: 100 };
  assert.deepEqual(check(query), values);
});

test('unknown parameters are ignored, repeated or not, also those every object inherits', () => {
  assert.deepEqual(check({ other: 'x', more: ['x', 'y'], empty: '' }), defaults);
  const inherited = JSON.parse('{"__proto__":{"name":"x"},"constructor":"x","toString":"x"}') as unknown;
  assert.deepEqual(check(inherited), defaults);
  assert.deepEqual(check(Object.create({ name: 'x' })), defaults);
});

test('a parameter given twice is a fault, a list too', () => {
  for (const name of ['name', 'status', 'types', 'isRead', 'page']) {
    assert.equal(faultOf({ [name]: ['a', 'a'] }), name);
  }
});

test('an empty parameter is a fault and never reads as none', () => {
  for (const name of ['name', 'status', 'types', 'isRead', 'page', 'limit'])
    assert.equal(faultOf({ [name]: '' }), name);
});

test('integers are digits only', () => {
  for (const page of ['-1', '+1', '1.0', '1e3', '0x10', ' 1', '1 ', 'one', '１', 'NaN', '9'.repeat(30)]) {
    assert.equal(faultOf({ page }), 'page', page);
  }
});

test('what is out of range or of the set is a fault', () => {
  for (const limit of ['0', '101', '999999999']) assert.equal(faultOf({ limit }), 'limit');
  assert.equal(faultOf({ page: '0' }), 'page');
  for (const status of ['OPEN', 'other', 'open,closed', 'toString']) assert.equal(faultOf({ status }), 'status');
  assert.deepEqual(check({ limit: '1' }), { page: 1, limit: 1 });
});

test('booleans are true and false', () => {
  assert.deepEqual(check({ isRead: 'true' }), { ...defaults, isRead: true });
  for (const isRead of ['1', '0', 'yes', 'TRUE', 'null']) assert.equal(faultOf({ isRead }), 'isRead');
});

test('a fault inside a list is a fault of its parameter', () => {
  for (const types of ['d', 'a,d', 'a,', ',a', ',', 'a, b', 'A']) assert.equal(faultOf({ types }), 'types', types);
});

test('U+0000 and lone surrogates are faults', () => {
  for (const name of ['\0', 'a\0b', '\ud800', 'x\udfff']) assert.equal(faultOf({ name }), 'name');
});

test('the defaults of one query are not those of the next', () => {
  const first = check({}) as { page: number };
  first.page = 9;
  assert.deepEqual(check({}), defaults);
});

test('without a schema nothing is read', () => {
  assert.deepEqual(createQueryCheck()({ page: 'x', name: '' }), {});
});
