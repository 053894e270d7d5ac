import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { selectAutomations, type StoredAutomation } from './automation-store.ts';

export async function requireAutomation(ctx: Ctx | TxCtx, id: string): Promise<StoredAutomation> {
  const row = await findAutomation(ctx, id);
  if (row === undefined) throw new AppError('automationNotFound', 'The automation does not exist');
  return row;
}

export async function findAutomation(ctx: Ctx | TxCtx, id: string): Promise<StoredAutomation | undefined> {
  return (await selectAutomations(ctx.db, scopeOf(ctx.caller), { id }))[0];
}
