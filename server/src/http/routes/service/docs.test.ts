import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../../test/harness.ts';

const t = await startTestApp();

test('/docs redirects to the page, without a key', async () => {
  const { status, headers } = await t.call('GET', '/docs');
  assert.equal(status, 301);
  assert.equal(headers['location'], '/docs/');
  const page = await t.call('GET', '/docs/');
  assert.equal(page.status, 200);
  assert.match(String(page.headers['content-type']), /^text\/html/);
});

test('the page references no external host', async () => {
  const { text } = await t.call('GET', '/docs/');
  assert.match(text, /"url": "\/v1\/openapi\.json"/);
  assert.doesNotMatch(text, /https?:|["'(]\/\//);
});

test('Herald serves every script the page loads', async () => {
  const { text } = await t.call('GET', '/docs/');
  const scripts = [...text.matchAll(/<script[^>]* src="([^"]+)"/g)].map((match) => match[1] ?? '');
  assert.equal(scripts.length, 1);
  for (const script of scripts) {
    const { pathname } = new URL(script, 'http://herald.invalid/docs/');
    const response = await t.call('GET', pathname);
    assert.equal(response.status, 200, pathname);
    assert.match(String(response.headers['content-type']), /javascript/);
    assert.ok(response.text.length > 100_000);
  }
});

test('the page keeps the key in the browser only if the person wants it', async () => {
  assert.match((await t.call('GET', '/docs/')).text, /"persistAuth": false/);
  const remembering = await t.call('GET', '/docs/?remember=true');
  assert.match(remembering.text, /"persistAuth": true/);
  assert.match(String(remembering.headers['content-security-policy']), /script-src 'self' 'sha256-/);
});

test("the content security policy allows only the page's own scripts and connections", async () => {
  const { headers } = await t.call('GET', '/docs/');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /default-src 'none'; script-src 'self' 'sha256-/);
  assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
  assert.match(policy, /connect-src 'self'; .*frame-ancestors 'none'/);
});
