import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { deleteMediaRow } from '../media-store.ts';

/** File first: a sweep finds a row without a file, but not a file without a row. */
export async function deleteFile(ctx: Ctx, key: string): Promise<void> {
  await ctx.storage.delete(key);
  await deleteMediaRow(ctx.db, scopeOf(ctx.caller), key);
}
