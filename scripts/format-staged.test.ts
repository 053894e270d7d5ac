import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';

const checkout = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'herald-hook-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@herald.example', '-c', 'commit.gpgsign=false'];
const settings = [...identity, '-c', `core.hooksPath=${join(checkout, '.githooks')}`];

function git(...args: string[]): string {
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const options = { cwd: folder, env: Object.fromEntries(environment), encoding: 'utf8', stdio: 'pipe' } as const;
  return execFileSync('git', [...settings, ...args], options);
}

const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const committed = (file: string): string => git('show', `HEAD:${file}`);

git('init', '--quiet');
for (const name of ['node_modules', 'scripts']) symlinkSync(join(checkout, name), join(folder, name));
write('.gitignore', 'node_modules\nscripts\n');

test('a commit contains what was staged, formatted, and the file follows', () => {
  write('whole.ts', 'const a   = 1\n');
  git('add', 'whole.ts');
  git('commit', '--quiet', '-m', 'feat: whole file');
  assert.equal(committed('whole.ts'), 'const a = 1;\n');
  assert.equal(read('whole.ts'), 'const a = 1;\n');
  assert.equal(git('status', '--porcelain', 'whole.ts'), '');
});

test('lines that were not staged are neither committed nor changed', () => {
  write('part.ts', 'const a   = 1\n');
  git('add', 'part.ts');
  const unfinished = 'const a   = 1\nconst   unfinished = 2\n';
  write('part.ts', unfinished);
  git('commit', '--quiet', '-m', 'feat: part of a file');
  assert.equal(committed('part.ts'), 'const a = 1;\n');
  assert.equal(read('part.ts'), unfinished);
});

test('a file that is deleted, or does not exist any more, is not restored', () => {
  write('gone.ts', 'const a   = 1\n');
  git('add', 'gone.ts');
  rmSync(join(folder, 'gone.ts'));
  git('commit', '--quiet', '-m', 'feat: deleted meanwhile');
  assert.equal(committed('gone.ts'), 'const a = 1;\n');
  assert.throws(() => read('gone.ts'), { code: 'ENOENT' });
});

test('commits files that Prettier cannot parse or does not know', () => {
  write('broken.ts', 'const = 1\n');
  write('odd name.bin', 'a   b\n');
  git('add', 'broken.ts', 'odd name.bin');
  git('commit', '--quiet', '-m', 'feat: unusual files');
  assert.equal(committed('broken.ts'), 'const = 1\n');
  assert.equal(committed('odd name.bin'), 'a   b\n');
});
