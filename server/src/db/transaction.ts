import type { Db, Tx } from './client.ts';
import { transact } from './executor.ts';
import type { Wake } from './wake-ups.ts';
import { databaseFailure, isRepeatable, violates } from './failure.ts';

/** Omits the outer database handle, platforms, HTTP and files, so that no transaction stays open during a slow call. */
export type TxOf<Context> = Omit<Context, 'db' | 'http' | 'platforms' | 'storage' | 'imaging'> & { db: Tx };

const attemptMax = 3;

/**
 * Repeats after a deadlock or serialization failure. Name the callback's parameter `ctx`, so that it shadows the outer handle.
 * `repeatOn` is a unique constraint whose violation means that a concurrent request won: the callback runs again and sees its
 * rows.
 */
export async function inTransaction<Context extends { db: Db; wake?: Wake }, Result>(
  ctx: Context,
  run: (ctx: TxOf<Context>) => Promise<Result>,
  { repeatOn = '' } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const wakeUps: Parameters<Wake>[] = [];
      const wake: Wake = (...wakeUp) => void wakeUps.push(wakeUp);
      const result = await transact(ctx.db, (tx) => run({ ...ctx, db: tx, wake }));
      for (const wakeUp of wakeUps) ctx.wake?.(...wakeUp);
      return result;
    } catch (error) {
      const isWorthRepeating = isRepeatable(error) || violates(error, repeatOn);
      if (attempt === attemptMax || !isWorthRepeating) throw databaseFailure(error);
    }
  }
}
