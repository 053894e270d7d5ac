import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isCidr } from './cidr.ts';

test('addresses and blocks of both families pass', () => {
  for (const text of ['192.0.2.7', '10.0.0.0/8', '192.0.2.7/32', '::1', 'fd00::/8', '2001:db8::1/128']) {
    assert.equal(isCidr(text), true, text);
  }
});

test('the prefix must fit the family', () => {
  assert.equal(isCidr('10.0.0.0/33'), false);
  assert.equal(isCidr('fd00::/129'), false);
});

test('whatever is no address or block fails', () => {
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

test('every address passes alone and as a block of one', () => {
  fc.assert(fc.property(fc.ipV4(), (address) => isCidr(address) && isCidr(`${address}/32`)));
  fc.assert(fc.property(fc.ipV6(), (address) => isCidr(address) && isCidr(`${address}/128`)));
});

test('a block of everything is refused: it would trust everybody', () => {
  for (const text of ['0.0.0.0/0', '::/0', '10.0.0.0/00']) assert.equal(isCidr(text), false, text);
});
