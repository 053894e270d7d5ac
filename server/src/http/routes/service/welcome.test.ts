import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../../test/harness.ts';
import { welcomePage } from '../../pages/welcome-page.ts';

const t = await startTestApp({ sandbox: true });

test('the page needs no key and runs scripts of this server only', async () => {
  const { status, headers, text } = await t.call('GET', '/');
  assert.equal(status, 200);
  assert.match(text, /data-connect="bluesky"/);
  assert.match(String(headers['content-security-policy']), /script-src 'self'; connect-src 'self';/);
  assert.deepEqual([...text.matchAll(/<script[^>]*>/g)].map(String), ['<script type="module" src="/welcome.js">']);
  const script = await t.call('GET', '/welcome.js');
  assert.match(String(script.headers['content-type']), /^text\/javascript/);
  assert.match(script.text, /herald-api-key/);
});

test('in production the page mentions neither the sandbox nor a key field', () => {
  const text = welcomePage({ sandboxUrl: undefined, platforms: [{ name: 'x', label: 'X' }] });
  assert.doesNotMatch(text, /sandbox|data-key-form/i);
  assert.match(text, /Herald is running/);
});

test('browsers get a page where nothing is, clients get JSON', async () => {
  const html = { accept: 'text/html,application/xhtml+xml' };
  const page = await t.call('GET', '/nowhere', { headers: html });
  assert.equal(page.status, 404);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.match(page.text, /There is no page here/);
  for (const [path, headers] of [
    ['/nowhere', {}],
    ['/v1/nowhere', html],
  ] as const) {
    const response = await t.call('GET', path, { headers });
    assert.equal(response.status, 404);
    assert.deepEqual(response.body, { error: 'Not found' });
  }
});

test('/favicon.ico is the logo and /openapi.json leads to the description', async () => {
  const icon = await t.call('GET', '/favicon.ico');
  assert.equal(icon.headers['content-type'], 'image/svg+xml');
  assert.match(icon.text, /^<svg xmlns=/);
  const description = await t.call('GET', '/openapi.json');
  assert.deepEqual([description.status, description.headers['location']], [302, '/v1/openapi.json']);
});
