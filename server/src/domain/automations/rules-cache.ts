import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { selectKeywords } from './automation-store.ts';
import { prepareRules, type PreparedRules } from './match-text.ts';

/** Prepared rules take up to about 50 kB. */
const cachedMax = 500;

/** Oldest version first. */
const cache = new Map<string, PreparedRules>();

type Version = { id: string; updatedAt: Date };

const keyOf = ({ id, updatedAt }: Version): string => `${id} ${updatedAt.getTime()}`;

export async function rulesOf(ctx: TxCtx, automations: readonly Version[]): Promise<Map<string, PreparedRules>> {
  const missing = automations.filter((automation) => !cache.has(keyOf(automation)));
  const ids = missing.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await selectKeywords(ctx.db, scopeOf(ctx.caller), ids);
  const prepared = new Map(rows.map((row) => [keyOf(row), prepareRules(row)]));
  const rules = new Map(
    automations.flatMap((automation) => {
      const one = cache.get(keyOf(automation)) ?? prepared.get(keyOf(automation));
      return one === undefined ? [] : [[automation.id, one] as const];
    }),
  );
  for (const [key, one] of prepared) cache.set(key, one);
  for (const key of [...cache.keys()].slice(0, Math.max(0, cache.size - cachedMax))) cache.delete(key);
  return rules;
}
