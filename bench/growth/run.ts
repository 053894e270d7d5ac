// Compares an owner with a short history and one with a long history. Exits with 1 only if a request failed or a process
// crashed, whatever the figures.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { positiveInteger } from '../arguments.ts';
import { closeChildren } from '../children.ts';
import { startHerald, type Herald } from '../herald.ts';
import { startLoader, type Loader } from '../load.ts';
import { startMeter } from '../processor-time.ts';
import { describeMachine } from '../report/machine.ts';
import { connect, keyHeader, makeFolder, prepareStage, removeFolder } from '../stage.ts';
import { endpoints, leftOut, type Endpoint } from './endpoints.ts';
import { fillHistory, tidyHistory, type HistoryOwner } from './fill-history.ts';
import {
  growthDocument,
  growthLine,
  growthSvg,
  growthTable,
  type Figures,
  type Growth,
  type GrowthReport,
  youngTable,
} from './report.ts';
import { measureYoung } from './young.ts';

const usage = `npm run bench:growth -- [--posts N] [--seconds N] [--write] [--smoke]

Compares an owner of 1,000 posts with one of 1,000,000 (--posts), and measures the first minute of a new database. --write
updates docs/growth.md.`;

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const connections = 2;

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const size = values.smoke
  ? { few: 100, many: 1000, seconds: 0.1, youngSeconds: 3 }
  : {
      few: 1000,
      many: positiveInteger('--posts', values.posts, 10_000_000),
      seconds: positiveInteger('--seconds', values.seconds),
      youngSeconds: 60,
    };

if (values.help) console.log(usage);
else await run();

async function run(): Promise<void> {
  requireEveryGet();
  const [loadBefore = 0] = loadavg();
  const folder = makeFolder();
  try {
    const stage = await prepareStage(folder);
    const herald = await startHerald(stage);
    const db = await connect(folder);
    const few = await fillOwner(db, herald, size.few);
    const many = await fillOwner(db, herald, size.many);
    await tidyHistory(db);
    await db.end();
    const loader = startLoader();
    const growths: Growth[] = [];
    for (const endpoint of endpoints) {
      const name = `${endpoint.method} ${endpoint.path}`;
      try {
        const [ofFew, ofMany] = await measureBoth({ herald, loader, folder, endpoint, owners: [few, many] });
        const one = { name, few: ofFew, many: ofMany };
        growths.push(one);
        console.log(growthLine(one));
      } catch (error) {
        console.error(`${name}: ${(error as Error).message}`);
        process.exitCode = 1;
      }
    }
    await loader.stop();
    await herald.stop();
    console.log(`\n${growthTable(growths)}`);
    const young = await measureYoung(size.youngSeconds);
    console.log(`\n${youngTable(young)}`);
    const machine = describeMachine(stage.postgresVersion, loadBefore);
    write({ at: new Date(), machine, size, growths, young });
  } finally {
    await closeChildren();
    removeFolder(folder);
  }
}

function write(report: GrowthReport): void {
  mkdirSync(`${checkout}reports`, { recursive: true });
  writeFileSync(`${checkout}reports/growth.json`, `${JSON.stringify(report, null, 2)}\n`);
  if (!values.write) return;
  const file = `${checkout}docs/growth.md`;
  const previous = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(file, growthDocument(report, previous));
  writeFileSync(`${checkout}docs/images/growth.svg`, growthSvg(report.growths));
}

/** A new operation must be measured, or left out for a reason. */
function requireEveryGet(): void {
  const description = JSON.parse(readFileSync(`${checkout}docs/openapi.json`, 'utf8')) as {
    paths: Record<string, object>;
  };
  const measured = new Set(endpoints.map(({ path }) => path.replace(/\?.*/, '')));
  const missing = Object.entries(description.paths)
    .filter(([path, methods]) => 'get' in methods && !measured.has(path) && leftOut[path] === undefined)
    .map(([path]) => path);
  if (missing.length > 0) throw new Error(`bench/growth/endpoints.ts lacks GET ${missing.join(', GET ')}`);
}

async function fillOwner(db: pg.Client, herald: Herald, count: number): Promise<HistoryOwner> {
  const startedMs = performance.now();
  const owner = await fillHistory(db, count);
  console.log(`${count} posts: filled in ${Math.round((performance.now() - startedMs) / 1000)} s`);
  const headers = { ...keyHeader(owner.key), 'content-type': 'application/json' };
  const slots = [{ dayOfWeek: 1, time: '09:00' }];
  const body = JSON.stringify({ profileId: owner.ids['profileId'], name: 'Bench', timezone: 'UTC', slots });
  const created = await fetch(`${herald.url}/v1/queue/slots`, { method: 'POST', headers, body });
  if (created.status !== 201) throw new Error(`a queue was refused with ${created.status}: ${await created.text()}`);
  const page = await fetch(`${herald.url}/v1/events`, { headers: keyHeader(owner.key) });
  const { nextCursor } = (await page.json()) as { nextCursor: string };
  return { ...owner, ids: { ...owner.ids, eventCursor: nextCursor } };
}

type Measurement = {
  herald: Herald;
  loader: Loader;
  folder: string;
  endpoint: Endpoint;
  owners: readonly HistoryOwner[];
};

/** Alternates between the owners, so that other work on the machine slows both. */
async function measureBoth({ herald, loader, folder, endpoint, owners }: Measurement): Promise<[Figures, Figures]> {
  const rounds: Figures[][] = [];
  for (let round = 0; round <= 3; round += 1) {
    const figures: Figures[] = [];
    for (const owner of owners) {
      const order = orderOf(herald, endpoint, owner);
      const meter = startMeter(herald.pid, folder);
      const result = await loader.run({ ...order, seconds: round === 0 ? size.seconds / 4 : size.seconds });
      figures.push({ ...meter.stop(result.requestCount), p95Ms: result.p95Ms });
    }
    rounds.push(figures);
  }
  const counted = rounds.slice(1);
  const best = (index: number): Figures => {
    const least = (of: keyof Figures): number => Math.min(...counted.map((figures) => figures[index]?.[of] ?? 0));
    return { nodeMs: least('nodeMs'), postgresMs: least('postgresMs'), p95Ms: least('p95Ms') };
  };
  return [best(0), best(1)];
}

function orderOf(herald: Herald, { method, path, body, status }: Endpoint, { key, ids }: HistoryOwner) {
  const filled = (text: string): string => text.replace(/\{(\w{2,})\}/g, (_all, name: string) => ids[name] ?? '');
  return {
    url: `${herald.url}${filled(path)}`,
    method,
    headers: { ...keyHeader(key), 'content-type': 'application/json' },
    body: body === undefined ? undefined : filled(JSON.stringify(body)),
    status,
    connections,
  };
}
