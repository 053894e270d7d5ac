import type { Db, Tx } from './client.ts';
import { databaseFailure, isRepeatable, violates } from './failure.ts';

/** What an operation holds inside a transaction: it can write, but has no handle outside it, the network included. */
export type TxOf<Context> = Omit<Context, 'db' | 'http' | 'platforms' | 'storage' | 'imaging'> & { db: Tx };

const attemptMax = 3;

/**
 * The callback's parameter is meant to be called `ctx` too, so that the outer handle cannot be used by slip.
 * `repeatOn` names a unique constraint whose violation means that a rival was quicker: the callback runs again and
 * decides on what the rival left.
 */
export async function inTransaction<Context extends { db: Db }, Result>(
  ctx: Context,
  run: (ctx: TxOf<Context>) => Promise<Result>,
  { repeatOn = '' } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.db.transaction().execute((tx) => run({ ...ctx, db: tx }));
    } catch (error) {
      const isWorthRepeating = isRepeatable(error) || violates(error, repeatOn);
      if (attempt === attemptMax || !isWorthRepeating) throw databaseFailure(error);
    }
  }
}
