import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { selectAtRisk, type AtRisk, type Risk } from './account-targets-store.ts';

/** By account, what is scheduled from an instant on (null: all of it). */
export async function findAtRisk(ctx: Ctx, risks: readonly Risk[]): Promise<ReadonlyMap<string, AtRisk>> {
  const found = await selectAtRisk(ctx.db, scopeOf(ctx.caller), risks);
  return new Map(found.map((one) => [one.accountId, one]));
}
