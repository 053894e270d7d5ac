import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isStorableText } from '../../../kernel/text/text.ts';
import { responseExcerpt } from './response-excerpt.ts';

const excerptOf = (text: string, ...secrets: string[]) => responseExcerpt(Buffer.from(text), secrets);

test('keeps a short response as it is', () => {
  assert.equal(excerptOf('{"ok":true}\n'), '{"ok":true}\n');
  assert.equal(excerptOf(''), '');
});

test('cuts at 1024 bytes, never inside a character', () => {
  assert.equal(excerptOf('a'.repeat(2000)), 'a'.repeat(1024));
  assert.equal(excerptOf(`a${'é'.repeat(1000)}`), `a${'é'.repeat(511)}`);
  assert.equal(excerptOf(`abc${'😀'.repeat(300)}`), `abc${'😀'.repeat(255)}`);
});

test('any bytes become at most 1024 bytes of text that PostgreSQL can store', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
      const excerpt = responseExcerpt(Buffer.from(bytes), []);
      assert.ok(isStorableText(excerpt) && Buffer.byteLength(excerpt) <= 1024);
    }),
  );
  assert.equal(responseExcerpt(Buffer.from([0x61, 0x00, 0xff]), []), 'a\uFFFD\uFFFD');
});

test('masks secrets as they are, in JSON, in URLs and without their scheme', () => {
  assert.equal(excerptOf('key=whsec_a"b', 'whsec_a"b'), 'key=*********');
  assert.equal(excerptOf('{"key":"whsec_a\\"b"}', 'whsec_a"b'), '{"key":"**********"}');
  assert.equal(excerptOf('?key=whsec_a%22b&x=1', 'whsec_a"b'), '?key=***********&x=1');
  assert.equal(excerptOf('token 0123456789 is wrong', 'Bearer 0123456789'), 'token ********** is wrong');
});

test('masks a secret that begins before the cut and one that is repeated', () => {
  const secret = 's3cr3t'.repeat(100);
  assert.equal(excerptOf('a'.repeat(1000) + secret, secret), 'a'.repeat(1000) + '*'.repeat(24));
  assert.equal(excerptOf(secret.repeat(100), secret), '*'.repeat(1024));
});

test('masks the longer of two secrets that overlap', () => {
  assert.equal(excerptOf('abcdefgh abcd', 'abcd', 'abcdefgh'), '******** ****');
});

test('does not mask values of fewer than four characters', () => {
  assert.equal(excerptOf('a1 b1', '1'), 'a1 b1');
});
