import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isCidr } from './cidr.ts';

test('accepts addresses and blocks of both families', () => {
  for (const text of ['192.0.2.7', '10.0.0.0/8', '192.0.2.7/32', '::1', 'fd00::/8', '2001:db8::1/128']) {
    assert.equal(isCidr(text), true, text);
  }
});

test('rejects a prefix that does not fit the family', () => {
  assert.equal(isCidr('10.0.0.0/33'), false);
  assert.equal(isCidr('fd00::/129'), false);
});

test('rejects anything that is not an address or block', () => {
  const wrong = [
    '',
    '10',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/x',
    ' ::1',
    'a.b',
  ];
  for (const text of wrong) assert.equal(isCidr(text), false, text);
});

test('accepts every address alone and as a block of one', () => {
  fc.assert(fc.property(fc.ipV4(), (address) => isCidr(address) && isCidr(`${address}/32`)));
  fc.assert(fc.property(fc.ipV6(), (address) => isCidr(address) && isCidr(`${address}/128`)));
});

test('rejects a block that contains every address', () => {
  for (const text of ['0.0.0.0/0', '::/0', '10.0.0.0/00']) assert.equal(isCidr(text), false, text);
});
