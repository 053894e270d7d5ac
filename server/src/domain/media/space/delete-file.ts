import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { deleteMediaRow } from '../media-store.ts';

/** The bytes first: a row without a file is found again, a file without a row never. */
export async function deleteFile(ctx: Ctx, key: string): Promise<void> {
  await ctx.storage.delete(key);
  await deleteMediaRow(ctx.db, scopeOf(ctx.caller), key);
}
