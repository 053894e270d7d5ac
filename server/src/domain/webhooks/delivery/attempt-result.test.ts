import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutboundFault, type OutboundResponse } from '../../../kernel/outbound/http-client.ts';
import { resultOfAnswer, resultOfFault } from './attempt-result.ts';

const now = new Date('2026-03-02T09:00:00.000Z');

function answer(status: number, headers: Record<string, string> = {}): OutboundResponse {
  return { status, headers, body: Buffer.alloc(0) } as unknown as OutboundResponse;
}

const retryAfter = (text: string) => resultOfAnswer(answer(503, { 'retry-after': text }), now).retryAfterMs;

test('2xx is a success, 3xx a redirect, 410 gone, and all else an HTTP error', () => {
  const codes = [200, 201, 204, 299, 300, 302, 304, 399, 400, 404, 409, 410, 429, 500, 599].map((status) => {
    const { errorCode, httpStatus } = resultOfAnswer(answer(status), now);
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

test('Retry-After is read as seconds or as an HTTP date', () => {
  assert.equal(retryAfter('120'), 120_000);
  assert.equal(retryAfter(' 7 '), 7000);
  assert.equal(retryAfter('0'), 0);
  assert.equal(retryAfter('Mon, 02 Mar 2026 09:00:30 GMT'), 30_000);
});

test('a date that has passed asks for no wait', () => {
  assert.equal(retryAfter('Mon, 02 Mar 2026 08:00:00 GMT'), 0);
});

test('anything else in Retry-After counts as absent', () => {
  for (const text of ['', 'soon', '-5', '1.5', '1e3', '9999999999', '2026-03-02T09:00:30Z', 'Mon, nonsense']) {
    assert.equal(retryAfter(text), null, text);
  }
  assert.equal(resultOfAnswer(answer(503), now).retryAfterMs, null);
});

test('gives every connection fault a documented code and no status', () => {
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
