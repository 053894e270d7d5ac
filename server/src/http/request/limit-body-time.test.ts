import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../test/harness.ts';
import { responseToStalled } from '../../../test/stalled-request.ts';

test('returns 408 when the body has not arrived after 30 seconds', async () => {
  const t = await startTestApp();
  const user = await t.newUser();
  const head = ['POST /v1/profiles HTTP/1.1', 'Host: herald', `Authorization: Bearer ${user.key}`];
  const kind = ['Content-Type: application/json', 'Content-Length: 100'];
  const text = await responseToStalled(t, [...head, ...kind, '', '{"name":']);
  assert.match(text, /\r\nLink: <http:[^>]+\/docs\/errors#requestTimeout>; rel="help"\r\n/);
  assert.match(text, /^HTTP\/1\.1 408 Request Timeout[\s\S]*"error":"Request timeout"/);
});
