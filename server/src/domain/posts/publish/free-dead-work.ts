import type { TxCtx } from '../../context.ts';
import { freeClaims } from './publish-store.ts';

/** What dead workers had claimed and not sent may go on at once. */
export function freeDeadWork(ctx: Pick<TxCtx, 'db' | 'timing'>, workerIds: readonly string[]): Promise<number> {
  const { publishLeaseMs, workerDeadAfterMs } = ctx.timing;
  return freeClaims(ctx.db, { workerIds, leftMsMax: publishLeaseMs - workerDeadAfterMs });
}
