import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { LoadScenario } from './scenario.ts';
import { keyHeader, type Stage } from './stage.ts';

type Input = { scenario: LoadScenario; stage: Stage; db: pg.Client; urls: { floor: string; herald: string } };

// PostgreSQL does not report when all its processes have reloaded a setting, so longer waits are tried.
const reloadsMs = [100, 500, 2000];

/** The comparison is only fair if the floor does the same work as Herald, so one request to each is compared. */
export async function checkSameWork(input: Input): Promise<void> {
  let floor: string[] = [];
  let herald: string[] = [];
  const background = new Set<string>();
  for (const reloadMs of reloadsMs) {
    floor = await observe(input, input.urls.floor, { reloadMs, background });
    herald = await observe(input, input.urls.herald, { reloadMs, background });
    const hasStatements = floor.length > 1;
    if (hasStatements && isDeepStrictEqual(floor, herald)) return;
  }
  const heraldOnly = herald.filter((line) => !floor.includes(line)).join('\n');
  const floorOnly = floor.filter((line) => !herald.includes(line)).join('\n');
  throw new Error(`the floor does other work than Herald.\nOnly Herald:\n${heraldOnly}\nOnly the floor:\n${floorOnly}`);
}

/** `background`: statements that run without a request. */
type Watch = { reloadMs: number; background: Set<string> };

const idleMs = 1500;

async function observe(
  { scenario, stage, db }: Input,
  url: string,
  { reloadMs, background }: Watch,
): Promise<string[]> {
  await scenario.reset?.(db);
  // The first request of a key also updates its last use, at most once a minute.
  await responseBodyOf(scenario, `${url}${scenario.herald.path}`, { stage, number: 1 });
  const logFile = join(stage.folder, 'data/postgres.log');
  const log = (): string => readFileSync(logFile, 'utf8');
  const idleFrom = log().length;
  await setStatementLog(db, `SET log_statement = 'all'`, reloadMs);
  // Collects what Herald does without requests.
  await sleep(idleMs);
  const lengthBefore = log().length;
  for (const statement of statementsIn(log().slice(idleFrom, lengthBefore))) background.add(statement);
  const responseBody = await responseBodyOf(scenario, `${url}${scenario.herald.path}`, { stage, number: 2 });
  await setStatementLog(db, 'RESET log_statement', reloadMs);
  const statements = statementsIn(log().slice(lengthBefore)).filter((statement) => !background.has(statement));
  return [...statements, shapeOf(responseBody)];
}

async function responseBodyOf(
  { herald: { method, body, status } }: LoadScenario,
  url: string,
  { stage, number }: { stage: Stage; number: number },
): Promise<unknown> {
  const headers = { ...keyHeader(stage.apiKey), 'content-type': 'application/json' };
  const payload = body === undefined ? {} : { body: body.replace('{n}', String(number)) };
  const response = await fetch(url, { method, headers, ...payload });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${method} ${url} was answered with ${response.status}: ${text}`);
  return JSON.parse(text);
}

async function setStatementLog(db: pg.Client, change: string, reloadMs: number): Promise<void> {
  await db.query(`SET log_statement = 'none'`);
  await db.query(`ALTER SYSTEM ${change}`);
  await db.query('SELECT pg_reload_conf()');
  await sleep(reloadMs);
}

/** Without statement names and line breaks. */
function statementsIn(log: string): string[] {
  return log
    .split(/^(?=\d{4}-\d\d-\d\d )/m)
    .map((entry) => /LOG: {2}(?:execute \S+|statement): ([^]*)/.exec(entry)?.[1])
    .filter((text) => text !== undefined)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

function shapeOf(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'object' ? item : typeof item));
}
