import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBody } from './read-body.ts';

const json = 'application/json';
const bytes = (text: string) => Buffer.from(text);

test('reads an object under every JSON content type', () => {
  const types = [
    json,
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;a=b',
    'application/vnd.x+json',
  ];
  for (const type of types) assert.deepEqual(readBody(type, bytes('{"a":[1]}')), { a: [1] }, type);
});

test('ignores white space and a byte order mark around the object', () => {
  assert.deepEqual(readBody(json, bytes('\ufeff \r\n{} \t')), {});
});

test('throws jsonBodyRequired for a missing body and for a content type other than JSON', () => {
  const required = { code: 'jsonBodyRequired' };
  assert.throws(() => readBody(json, undefined), required);
  assert.throws(() => readBody(undefined, bytes('{}')), required);
  for (const type of ['', 'text/plain', 'text/json', 'application/jsonx', 'application/json5', 'x-application/json']) {
    assert.throws(() => readBody(type, bytes('{}')), required, type);
  }
});

test('throws jsonBodyRequired for an empty body and for JSON that is not an object', () => {
  for (const text of ['', ' \n', '[]', 'null', '"{}"', '7', 'true']) {
    assert.throws(() => readBody(json, bytes(text)), { code: 'jsonBodyRequired' }, text);
  }
});

test('throws invalidJsonBody for malformed JSON and malformed UTF-8', () => {
  const invalid = { code: 'invalidJsonBody' };
  for (const text of ['{', '{"a":1,}', "{'a':1}", '{}{}', '{"a":NaN}']) {
    assert.throws(() => readBody(json, bytes(text)), invalid, text);
  }
  assert.throws(() => readBody(json, Buffer.from([0x7b, 0xff, 0x7d])), invalid);
});

test('reads an object nested 32 levels deep and throws invalidJsonBody for 33', () => {
  const nested = (depth: number) => bytes(`${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`);
  assert.equal(typeof readBody(json, nested(32)), 'object');
  assert.throws(() => readBody(json, nested(33)), { code: 'invalidJsonBody' });
});

test('the message says what to send', () => {
  const messageOf = (type: string | undefined, body: Buffer | undefined) => {
    try {
      readBody(type, body);
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };
  assert.equal(messageOf(json, undefined), 'Send a JSON object as the body');
  assert.equal(messageOf(undefined, bytes('')), 'Send a JSON object as the body');
  assert.equal(messageOf('text/plain', bytes('{}')), 'Send the header Content-Type: application/json');
  assert.equal(messageOf(json, bytes('[]')), 'The body must be a JSON object, not a list or a single value');
  assert.equal(messageOf(json, bytes('{\n"a": 1,\n}')), 'Invalid JSON: line 3, column 1: unexpected }');
  assert.equal(messageOf(json, Buffer.from([0x7b, 0xff])), 'Invalid JSON: the body is not valid UTF-8');
  const deep = bytes(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`);
  assert.equal(messageOf(json, deep), 'Invalid JSON: more than 32 levels or 50,000 values');
});
