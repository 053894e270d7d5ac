// Time and ids come from the code: stores and migrations ask herald_now() and never the server's own clock or chance.
import { globSync, readFileSync } from 'node:fs';

const banned =
  /\b(now\(\)|current_(?:timestamp|date|time)\b|localtime(?:stamp)?\b|(?:clock|statement|transaction)_timestamp\(|gen_random_uuid|random\(\))/i;
// The one definition of herald_now() itself.
const allowed = "AS 'SELECT statement_timestamp()'";

const faults = globSync(['server/src/**/*-store.ts', 'server/src/db/migrations/*.sql']).flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
    .filter(({ line }) => banned.test(line.replaceAll('herald_now()', '')) && !line.includes(allowed))
    .map(({ line, place }) => `${place}: ${line.trim()}`),
);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
