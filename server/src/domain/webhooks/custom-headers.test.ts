import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../../kernel/errors.ts';
import { checkCustomHeaders } from './custom-headers.ts';

function faultOf(...headers: { name: string; value: string }[]): unknown {
  try {
    checkCustomHeaders(headers);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'validation');
    return error.details.param;
  }
}

test('accepts receiver-defined names, including those that only resemble reserved ones', () => {
  for (const name of ['Authorization', 'X-Tenant', 'X-Servicex', 'Webhook', 'Hostname', 'X-Webhook-Id', 'Cookie']) {
    assert.equal(faultOf({ name, value: 'x' }), undefined, name);
  }
});

test('rejects names set by Herald or HTTP, in any case', () => {
  const contract = ['content-type', 'content-length', 'host', 'connection', 'transfer-encoding', 'user-agent'];
  for (const name of [...contract, 'x-service-', 'x-service-signature', 'webhook-signature', 'webhook-id', 'expect']) {
    assert.equal(faultOf({ name, value: 'x' }), 'customHeaders[0].name', name);
    assert.equal(faultOf({ name: name.toUpperCase(), value: 'x' }), 'customHeaders[0].name', name);
  }
});

test('rejects a repeated name at its second index, ignoring case', () => {
  const [a, b] = [
    { name: 'X-Tenant', value: '1' },
    { name: 'x-TENANT', value: '2' },
  ];
  assert.equal(faultOf(a, b), 'customHeaders[1].name');
});

test('reports the first fault in document order', () => {
  const [good, bad, host] = [
    { name: 'A', value: '' },
    { name: 'B', value: '\n' },
    { name: 'Host', value: '' },
  ];
  assert.equal(faultOf(good, bad, host), 'customHeaders[1].value');
  assert.equal(faultOf(good, host, bad), 'customHeaders[1].name');
});

test('accepts exactly the values without line breaks or control characters that fit Latin-1', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const isOneLine = [...value].every(
        (letter) => letter === '\t' || (letter >= ' ' && letter <= 'ÿ' && letter !== '\u007f'),
      );
      assert.equal(faultOf({ name: 'X-A', value }) === undefined, isOneLine);
    }),
  );
});

test('the error message never contains the value', () => {
  assert.throws(
    () => checkCustomHeaders([{ name: 'X-Token', value: 'hidden\n' }]),
    (error) => error instanceof AppError && !error.message.includes('hidden'),
  );
});
