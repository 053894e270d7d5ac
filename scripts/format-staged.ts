// Formats only what is staged: lines that the author left unstaged stay unstaged.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { format, getFileInfo, resolveConfig } from 'prettier';

const regularFile = /^(100\d{3}) (\w+) 0\t/;

for (const file of staged()) await formatStaged(file);

function git(args: readonly string[], input = ''): string {
  return execFileSync('git', args, { input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

function staged(): string[] {
  const names = git(['diff', '--cached', '--name-only', '-z', '--diff-filter=ACMR']);
  return names.split('\0').filter((name) => name !== '');
}

async function formatStaged(file: string): Promise<void> {
  const [, mode, blob] = regularFile.exec(git(['ls-files', '--stage', '--', `:(literal)${file}`])) ?? [];
  const { ignored, inferredParser } = await getFileInfo(file, { ignorePath: '.prettierignore' });
  if (mode === undefined || blob === undefined || ignored || inferredParser === null) return;
  const content = git(['cat-file', 'blob', blob]);
  const formatted = await formatText(file, content);
  if (formatted === content) return;
  const formattedBlob = git(['hash-object', '-w', '--stdin'], formatted).trim();
  git(['update-index', '--cacheinfo', `${mode},${formattedBlob},${file}`]);
  if (isUnchanged(file, content)) writeFileSync(file, formatted);
}

/** Leaves a file with a syntax error to `npm run check`. */
async function formatText(file: string, content: string): Promise<string> {
  try {
    return await format(content, { ...(await resolveConfig(file)), filepath: file });
  } catch (error) {
    console.error(`${file} was not formatted: ${error instanceof Error ? error.message : String(error)}`);
    return content;
  }
}

function isUnchanged(file: string, content: string): boolean {
  try {
    return readFileSync(file, 'utf8') === content;
  } catch {
    return false;
  }
}
