// Checks that stores and migrations use herald_now() and IDs of the code, never PostgreSQL's clock or random functions, and
// that stores contain nothing that a schema-sharded Citus refuses: a stable function in DO UPDATE, CASE or COALESCE.
import { globSync, readFileSync } from 'node:fs';

const banned =
  /\b(now\(\)|current_(?:timestamp|date|time)\b|localtime(?:stamp)?\b|(?:clock|statement|transaction)_timestamp\(|gen_random_uuid|random\(\))/i;
// Defines herald_now().
const allowed = "AS 'SELECT statement_timestamp()'";
const stable = /\b(herald_now|fromNow|isFree|leaseTo)\(/;

const stores = globSync('server/src/**/*-store.ts');
const faults = [...stores, ...globSync('server/src/db/migrations/*.sql')].flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  return [...findClocks(text), ...(stores.includes(file) ? findRefused(text) : [])].map((fault) => `${file}:${fault}`);
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function findClocks(text: string): string[] {
  return text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => banned.test(line.replaceAll('herald_now()', '')) && !line.includes(allowed))
    .map(({ line, number }) => `${number}: ${line.trim()}`);
}

function findRefused(text: string): string[] {
  const expanded = withFragments(text);
  return [...expanded.matchAll(/\b(?:CASE\b|coalesce\(|DO UPDATE\b)/g)]
    .map(({ 0: word, index }) => ({ word, index, part: partFrom(expanded.slice(index), word) }))
    .filter(({ part }) => stable.test(part))
    .map(({ word, index, part }) => {
      const number = expanded.slice(0, index).split('\n').length;
      return `${number}: ${word} contains a function that is not immutable: ${part.replaceAll(/\s+/g, ' ').slice(0, 120)}`;
    });
}

/** Inserts SQL constants of the same file for their `${name}`, and keeps line numbers. */
function withFragments(text: string): string {
  const fragments = new Map(
    [...text.matchAll(/const (\w+)[^=\n]*= (sql[^`\n]*`[^`]*`|fromNow\([^\n]*)/g)].map(([, name = '', sql = '']) => [
      name,
      sql.replaceAll(/\s+/g, ' '),
    ]),
  );
  return text.replaceAll(/\$\{(\w+)\}/g, (placeholder, name: string) => fragments.get(name) ?? placeholder);
}

/** CASE reaches to its END, coalesce to its closing parenthesis, DO UPDATE to RETURNING or the end of the statement. */
function partFrom(text: string, word: string): string {
  if (word === 'DO UPDATE') return text.slice(0, text.search(/\bRETURNING\b|`/));
  const [open, close] = word === 'CASE' ? [/\bCASE\b/, /\bEND\b/] : [/\(/, /\)/];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(new RegExp(`${open.source}|${close.source}`, 'g'))) {
    depth += open.test(token) ? 1 : -1;
    if (depth === 0) return text.slice(0, index);
  }
  return text;
}
