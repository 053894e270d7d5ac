import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readReply, readRetryAfter } from './graph.ts';
import { commonRows, meaningOf, toRefusal } from './errors.ts';
import { jsonReply, textReply, lost, notSent } from '../shared/test/fake-call.ts';

const graphError = (error: object, status = 400) => readReply(jsonReply({ error }, status));

test('recognizes an error by its body, whatever the status', () => {
  for (const status of [200, 400, 403, 500]) {
    const reply = graphError({ code: 190, error_subcode: 463, message: 'expired' }, status);
    assert.ok(reply.kind === 'error');
    assert.deepEqual([reply.error.code, reply.error.subcode, reply.error.status], [190, 463, status]);
  }
});

test('distinguishes requests that were not sent from lost ones', () => {
  assert.equal(readReply(notSent).kind, 'notSent');
  assert.equal(readReply(lost).kind, 'lost');
  for (const text of ['', '<html>', '[]', 'null', '"x"', '{"error":"text"}', '{"error":{"code":"190"}}']) {
    assert.equal(readReply(textReply(text)).kind, 'lost', text);
    assert.equal(readReply(textReply(text, 500)).kind, 'lost', text);
  }
});

test('reads the longest wait of the usage header, in minutes', () => {
  const usage = { '17841': [{ estimated_time_to_regain_access: 3 }, { estimated_time_to_regain_access: 12 }] };
  assert.equal(readRetryAfter(JSON.stringify(usage)), 12 * 60_000);
  assert.equal(readRetryAfter(JSON.stringify({ a: [{ estimated_time_to_regain_access: 0 }] })), undefined);
});

test('never throws or returns an invalid wait for any usage header', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const wait = readRetryAfter(text);
      assert.ok(wait === undefined || (wait > 0 && Number.isFinite(wait)));
    }),
  );
});

test('matches each row of the common table', () => {
  const cases: [number, number | undefined, string | undefined][] = [
    [190, 458, 'authorizationRemoved'],
    [190, 463, 'tokenExpired'],
    [190, 460, 'tokenDead'],
    [190, undefined, 'tokenDead'],
    [10, undefined, 'scopeMissing'],
    [10, 2534022, 'rejected'],
    [200, undefined, 'scopeMissing'],
    [299, 1, 'scopeMissing'],
    [300, undefined, undefined],
    [4, undefined, 'rateLimited'],
    [80_002, undefined, 'rateLimited'],
    [80_100, undefined, undefined],
    [-1, undefined, 'transient'],
    [2, 1545133, 'transient'],
    [100, 33, 'missing'],
    [100, 2207028, 'rejected'],
  ];
  for (const [code, subcode, meaning] of cases) {
    assert.equal(meaningOf(commonRows, { code, subcode }), meaning, `${code}/${subcode ?? ''}`);
  }
});

test("keeps the platform's message for an error without a row", () => {
  const reply = graphError({ code: 777, message: 'plain', error_user_msg: 'for people' });
  assert.ok(reply.kind === 'error');
  assert.deepEqual(toRefusal(undefined, reply.error, []), {
    kind: 'rejected',
    code: '777',
    message: 'for people',
    platformError: '(#777) plain',
  });
});

test('cleans texts for storage: no U+0000, no lone surrogate, limited length', () => {
  const reply = graphError({ code: 1, message: `a\u0000b\ud800${'x'.repeat(5000)}` });
  assert.ok(reply.kind === 'error');
  assert.ok(reply.error.message.length <= 1000 && reply.error.message.isWellFormed());
  assert.ok(!reply.error.message.includes('\u0000'));
});
