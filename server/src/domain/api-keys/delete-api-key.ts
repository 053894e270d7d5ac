import { AppError } from '../../kernel/errors.ts';
import { requireAllProfiles, scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { deleteApiKeyRow } from './api-key-store.ts';

/** Holds from the next request on, because no key is ever cached. */
export async function deleteApiKey(ctx: Ctx, keyId: string): Promise<void> {
  requireAllProfiles(ctx.caller);
  const isDeleted = await deleteApiKeyRow(ctx.db, scopeOf(ctx.caller), keyId);
  if (!isDeleted) throw new AppError('notFound', 'Not found');
}
