import type pg from 'pg';
import { isDeepStrictEqual } from 'node:util';
import type { LoadScenario } from './scenario.ts';
import { keyHeader, type Stage } from './stage.ts';

type Input = { scenario: LoadScenario; stage: Stage; db: pg.Client; urls: { floor: string; herald: string } };

type Result = { body: string; addedRows: number[] };

/** A fair comparison needs a floor that returns and stores the same as Herald. */
export async function checkSameResult(input: Input): Promise<void> {
  const floor = await observe(input, input.urls.floor);
  const herald = await observe(input, input.urls.herald);
  const expectedRows = input.scenario.writesTo.map(() => 1);
  if (isDeepStrictEqual(floor, herald) && isDeepStrictEqual(herald.addedRows, expectedRows)) return;
  const [ofFloor, ofHerald] = [floor, herald].map((result) => JSON.stringify(result, null, 2));
  throw new Error(`the floor and Herald have different results.\nHerald:\n${ofHerald}\nFloor:\n${ofFloor}`);
}

async function observe({ scenario, stage, db }: Input, url: string): Promise<Result> {
  await scenario.reset?.(db);
  const before = await countRows(db, scenario.writesTo);
  const body = shapeOf(await responseBodyOf(scenario, `${url}${scenario.herald.path}`, stage));
  const after = await countRows(db, scenario.writesTo);
  return { body, addedRows: after.map((count, index) => count - (before[index] ?? 0)) };
}

async function countRows(db: pg.Client, tables: readonly string[]): Promise<number[]> {
  const counts: number[] = [];
  for (const table of tables) {
    const { rows } = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    counts.push(rows[0]?.count ?? 0);
  }
  return counts;
}

async function responseBodyOf(
  { herald: { method, body, status } }: LoadScenario,
  url: string,
  { apiKey }: Stage,
): Promise<unknown> {
  const headers = { ...keyHeader(apiKey), 'content-type': 'application/json' };
  const payload = body === undefined ? {} : { body: body.replace('{n}', '1') };
  const response = await fetch(url, { method, headers, ...payload });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${method} ${url} was answered with ${response.status}: ${text}`);
  return JSON.parse(text);
}

function shapeOf(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'object' ? item : typeof item));
}
