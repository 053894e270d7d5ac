// Checks that links between documents work, and that files and npm scripts in backticks exist.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchorOf } from '../server/src/http/guides/guides.ts';

const documents = globSync(['*.md', 'docs/**/*.md']);
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const faults = documents.flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  return [...brokenLinks(file, text), ...missingFiles(file, text), ...missingScripts(file, text)];
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function brokenLinks(file: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^(https?:|mailto:)/.test(target))
    .filter((target) => !isThere(file, target, text))
    .map((target) => `${file}: the link ${target} leads nowhere`);
}

function isThere(file: string, target: string, ownText: string): boolean {
  const [path = '', anchor] = target.split('#');
  const full = path === '' ? file : join(dirname(file), path);
  if (!existsSync(full)) return false;
  const text = path === '' ? ownText : full.endsWith('.md') ? readFileSync(full, 'utf8') : '';
  return anchor === undefined || anchorsOf(text).has(anchor);
}

function anchorsOf(text: string): Set<string> {
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? '')));
}

/** Paths with <…>, * or … are examples. */
function missingFiles(file: string, text: string): string[] {
  return [...text.matchAll(/`((?:server|sandbox|pages|scripts|docs|e2e|bench|rel|\.ci|\.githooks)\/[^`\s]*)`/g)]
    .map((match) => match[1] ?? '')
    .filter((path) => !/[<>*{…]/.test(path) && !existsSync(path.replace(/\/$/, '')))
    .map((path) => `${file}: ${path} does not exist`);
}

function missingScripts(file: string, text: string): string[] {
  return [...text.matchAll(/npm run ([\w:-]+)/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => manifest.scripts[name] === undefined)
    .map((name) => `${file}: npm run ${name} is not a script`);
}
