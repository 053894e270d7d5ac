import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectPage } from './connect-pages.ts';

test('escapes platform labels, account names and messages on the connect pages', () => {
  const hostile = `"><script>alert(1)</script>`;
  const pages = [
    connectPage({ kind: 'failed', code: 'unavailable', message: hostile }, '/connect/x'),
    connectPage(
      {
        ...{ kind: 'connected', label: hostile, names: [hostile], allowed: ['publish'], refused: ['messages'] },
        ...{ isSandbox: true, feedUrl: hostile },
      },
      '/connect/x',
    ),
    connectPage(
      {
        ...{ kind: 'code', label: 'X', bot: hostile, text: hostile, state: hostile, isSandbox: false },
        links: [{ label: hostile, url: hostile }],
      },
      '/connect/x',
    ),
    connectPage(
      {
        kind: 'form',
        label: hostile,
        intro: hostile,
        fields: [{ name: 'handle', label: hostile, hint: hostile, isSecret: false, isRequired: true, lengthMax: 9 }],
        values: { handle: hostile },
        fault: hostile,
        state: hostile,
        isSandbox: false,
      },
      '/connect/x',
    ),
  ];
  for (const text of pages) assert.ok(!text.includes('<script>'), text);
});
