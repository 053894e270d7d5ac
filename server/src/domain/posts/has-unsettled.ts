import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { selectUnsettled } from './account-targets-store.ts';

/** Whether something that may be out on the account waits to be settled. */
export function hasUnsettled(ctx: Ctx, accountId: string): Promise<boolean> {
  return selectUnsettled(ctx.db, scopeOf(ctx.caller), accountId);
}
