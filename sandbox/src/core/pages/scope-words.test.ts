import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scopeWords } from './scope-words.ts';

const platforms = join(import.meta.dirname, '../../platforms');

test('every scope of every platform is explained in words', async () => {
  const files = globSync('*/limits.ts', { cwd: platforms });
  const modules = files.map((file) => import(join(platforms, file)) as Promise<{ scopes?: Record<string, string> }>);
  const names = (await Promise.all(modules)).flatMap(({ scopes = {} }) => Object.values(scopes));
  assert.ok(names.length > 50, String(names.length));
  assert.deepEqual(
    names.filter((name) => scopeWords(name) === undefined),
    [],
  );
});
