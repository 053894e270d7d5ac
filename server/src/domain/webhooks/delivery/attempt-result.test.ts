import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutboundFault, type OutboundResponse } from '../../../kernel/outbound/http-client.ts';
import { resultOfResponse, resultOfFault } from './attempt-result.ts';

const now = new Date('2026-03-02T09:00:00.000Z');

function responseOf(status: number, headers: Record<string, string> = {}): OutboundResponse {
  return { status, headers, body: Buffer.alloc(0) } as unknown as OutboundResponse;
}

const retryAfter = (text: string) => resultOfResponse(responseOf(503, { 'retry-after': text }), now).retryAfterMs;

test('treats 2xx as success, 3xx as redirect, 410 as gone and the rest as httpError', () => {
  const codes = [200, 201, 204, 299, 300, 302, 304, 399, 400, 404, 409, 410, 429, 500, 599].map((status) => {
    const { errorCode, httpStatus } = resultOfResponse(responseOf(status), now);
    assert.equal(httpStatus, status);
    return errorCode;
  });
  const expected = [null, null, null, null, 'redirect', 'redirect', 'redirect', 'redirect'];
  assert.deepEqual(codes, [
    ...expected,
    'httpError',
    'httpError',
    'httpError',
    'gone',
    'httpError',
    'httpError',
    'httpError',
  ]);
});

test('reads Retry-After as seconds or as an HTTP date', () => {
  assert.equal(retryAfter('120'), 120_000);
  assert.equal(retryAfter(' 7 '), 7000);
  assert.equal(retryAfter('0'), 0);
  assert.equal(retryAfter('Mon, 02 Mar 2026 09:00:30 GMT'), 30_000);
});

test('a Retry-After date in the past means no wait', () => {
  assert.equal(retryAfter('Mon, 02 Mar 2026 08:00:00 GMT'), 0);
});

test('ignores any other Retry-After value', () => {
  for (const text of ['', 'soon', '-5', '1.5', '1e3', '9999999999', '2026-03-02T09:00:30Z', 'Mon, nonsense']) {
    assert.equal(retryAfter(text), null, text);
  }
  assert.equal(resultOfResponse(responseOf(503), now).retryAfterMs, null);
});

test('maps every connection fault to a documented code without a status', () => {
  const codes: [OutboundFault['kind'], string][] = [
    ['urlNotAllowed', 'addressBlocked'],
    ['addressBlocked', 'addressBlocked'],
    ['dnsFailed', 'dnsFailed'],
    ['connectionFailed', 'connectionFailed'],
    ['tlsFailed', 'tlsFailed'],
    ['timeout', 'timeout'],
    ['redirect', 'redirect'],
  ];
  for (const [kind, errorCode] of codes) {
    assert.deepEqual(resultOfFault(new OutboundFault(kind, 'x')), { errorCode, httpStatus: null, retryAfterMs: null });
  }
});
