import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../../test/harness.ts';
import { guides } from '../../guides/guides.ts';

const t = await startTestApp();
const all = await guides();

test('every guide is a page without a key, a script or a foreign resource', async () => {
  assert.ok(all.length > 15);
  for (const { name } of all) {
    const { status, headers, text } = await t.call('GET', `/docs/guides/${name}`);
    assert.equal(status, 200, name);
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src/);
    assert.doesNotMatch(text, /<script|src="(?!data:)/, name);
  }
});

test('every link between guides and to errors leads to a page and an anchor', async () => {
  const pages = new Map<string, string>();
  const read = async (path: string): Promise<string> => {
    const text = pages.get(path) ?? (await t.call('GET', path)).text;
    pages.set(path, text);
    return text;
  };
  let count = 0;
  for (const { name, html } of all) {
    for (const [, href = ''] of html.matchAll(/<a href="([^"]*)"/g)) {
      if (/^https?:/.test(href)) continue;
      count += 1;
      const [path, anchor] = href.split('#');
      const text = await read(path === '' || path === undefined ? `/docs/guides/${name}` : path);
      assert.match(text, /<main/, `${name}: ${href}`);
      if (anchor !== undefined) assert.ok(text.includes(`id="${anchor}"`), `${name}: ${href}`);
    }
  }
  assert.ok(count > 50);
});

test('the search lists sections and error codes that contain every word, and escapes the words', async () => {
  const search = async (q: string) => (await t.call('GET', `/docs/guides?q=${encodeURIComponent(q)}`)).text;
  assert.match(await search('promote secret'), /href="\/docs\/guides\/webhooks#rotate-the-secret"/);
  assert.match(await search('duplicateContent'), /href="\/docs\/errors#duplicateContent"/);
  assert.match(await search('zebra crossing'), /Nothing contains “zebra crossing”/);
  assert.match(await search('<script>'), /value="&lt;script&gt;"/);
  assert.match(await search(''), /<h2>All guides<\/h2>/);
});

test('an unknown guide is a 404 page', async () => {
  for (const name of ['nowhere', '..%2fREADME', 'adr']) {
    const { status, text } = await t.call('GET', `/docs/guides/${name}`);
    assert.deepEqual([status, text.includes('There is no page here')], [404, true], name);
  }
});
