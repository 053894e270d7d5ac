import type { Db } from '../db/client.ts';
import type { Plan } from '../db/rows.ts';
import type { TxOf } from '../db/transaction.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import type { Random } from '../kernel/random.ts';

/** The world as an operation sees it. Nothing else is reachable: no ambient clock, chance, environment or caller. */
export type Ctx = {
  db: Db;
  clock: Clock;
  ids: Ids;
  random: Random;
  log: Log;
  limits: Limits;
  caller: Caller;
};

/** What an operation holds inside `inTransaction`. */
export type TxCtx = TxOf<Ctx>;

/** Figures the operator may change. */
type Limits = { requestsPerMinute: Readonly<Record<Plan, number | null>> };

/** Who asks: a key over HTTP, or Herald itself (operator commands, workers) for one owner. */
export type Caller =
  | {
      kind: 'key';
      ownerId: string;
      keyId: string;
      permission: 'read-write' | 'read';
      profiles: 'all' | ReadonlySet<string>;
      budget: Budget | null;
    }
  | { kind: 'system'; ownerId: string };

/** The state of the request budget after this request took its token. */
export type Budget = { perMinute: number; remaining: number; resetAt: Date };

/** What a caller may touch. Made in `access.ts` and `system-scope.ts` only. */
export type Scope = { ownerId: string; profiles: 'all' | ReadonlySet<string> };
