// Checks that folders of server/src/domain depend on each other in one direction only.
import { globSync, readFileSync } from 'node:fs';

const domain = 'server/src/domain/';
const files = globSync(`${domain}*/**/*.ts`, { exclude: ['**/*.test.ts'] });
const nouns = new Set(files.map(nounOf));
const importers = new Map<string, string>();
for (const file of files) {
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/ from '(?:\.\.\/)+([a-z-]+)\/[^']+'/g)) {
    if (nouns.has(target) && target !== nounOf(file)) importers.set(`${nounOf(file)} ${target}`, file);
  }
}
let faults = 0;
for (const [edge, file] of importers) {
  const [from = '', to = ''] = edge.split(' ');
  const back = importers.get(`${to} ${from}`);
  if (back === undefined || from > to) continue;
  faults += 1;
  console.error(`${from} and ${to} import each other: ${file} and ${back}`);
}
process.exitCode = faults === 0 ? 0 : 1;

function nounOf(file: string): string {
  return file.slice(domain.length).split('/')[0] ?? '';
}
