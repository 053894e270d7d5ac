import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './html.ts';

test('escapes every interpolated value but not nested html templates', () => {
  const hostile = `<script>"&'`;
  assert.equal(html`<p>${hostile}</p>`.html, '<p>&lt;script&gt;&quot;&amp;&#39;</p>');
  const list = html`<ul>
    ${[html`<li>${'<'}</li>`]}
  </ul>`;
  assert.equal(list.html.replaceAll(/\s/g, ''), '<ul><li>&lt;</li></ul>');
});
