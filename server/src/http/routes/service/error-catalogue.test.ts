import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { errorTable } from '../../response/error-table.ts';

const t = await startTestApp();
const baseUrl = 'http://127.0.0.1:4010';

test('the page has an anchor and an explanation for every code, without a key', async () => {
  const { status, headers, text } = await t.call('GET', '/docs/errors');
  assert.equal(status, 200);
  assert.match(String(headers['content-type']), /^text\/html/);
  for (const code of Object.keys(errorTable)) assert.equal(text.split(`<section id="${code}">`).length, 2, code);
  assert.match(text, /<h2><code>Invalid JSON body<\/code> <span class="soft">400<\/span><\/h2>/);
  assert.match(text, /<code>&lt;platform&gt;OauthFailed<\/code>/);
  assert.match(text, /color-scheme: light dark/);
});

test('the page loads nothing and runs no script', async () => {
  const { headers, text } = await t.call('GET', '/docs/errors');
  assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'unsafe-inline'; /);
  assert.doesNotMatch(text, /<script|src=|https?:/);
});

test('an error links to the part of the page about its code', async () => {
  const user = await t.newUser();
  const linkOf = async (path: string) => {
    const { headers, body } = await user.call('GET', path);
    return [body.error, headers['link']];
  };
  const help = (code: string) => `<${baseUrl}/docs/errors#${code}>; rel="help"`;
  assert.deepEqual(await linkOf('/v1/events?after=x'), ['Invalid cursor', help('invalidCursor')]);
  assert.deepEqual(await linkOf('/v1/webhooks/unknown'), ['Not found', help('notFound')]);
  assert.deepEqual(await linkOf('/nowhere'), ['Not found', help('notFound')]);
  const unauthorized = await t.call('GET', '/v1/profiles');
  assertError(unauthorized, 401, { error: 'Unauthorized' });
  assert.equal(unauthorized.headers['link'], help('unauthorized'));
  const badUrl = await t.call('GET', '/v1/%zz');
  assert.equal(badUrl.headers['link'], help('notFound'));
});

test('a success has no link', async () => {
  const user = await t.newUser();
  assert.equal((await user.call('GET', '/v1/profiles')).headers['link'], undefined);
});
