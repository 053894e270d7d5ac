import { AppError } from '../../kernel/errors.ts';
import { requireAllProfiles, scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { deleteApiKeyRow } from './api-key-store.ts';

/** Takes effect with the next request: keys are never cached. */
export async function deleteApiKey(ctx: Ctx, keyId: string): Promise<void> {
  requireAllProfiles(ctx.caller);
  const isDeleted = await deleteApiKeyRow(ctx.db, scopeOf(ctx.caller), keyId);
  if (!isDeleted) throw new AppError('notFound', 'Not found');
}
