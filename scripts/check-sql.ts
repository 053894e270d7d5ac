// Checks that stores and migrations use herald_now() and IDs of the code, never PostgreSQL's clock or random functions.
import { globSync, readFileSync } from 'node:fs';

const banned =
  /\b(now\(\)|current_(?:timestamp|date|time)\b|localtime(?:stamp)?\b|(?:clock|statement|transaction)_timestamp\(|gen_random_uuid|random\(\))/i;
// The definition of herald_now() itself.
const allowed = "AS 'SELECT statement_timestamp()'";

const faults = globSync(['server/src/**/*-store.ts', 'server/src/db/migrations/*.sql']).flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line, index) => ({ line, location: `${file}:${index + 1}` }))
    .filter(({ line }) => banned.test(line.replaceAll('herald_now()', '')) && !line.includes(allowed))
    .map(({ line, location }) => `${location}: ${line.trim()}`),
);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
