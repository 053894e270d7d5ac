import type { Ctx } from '../../context.ts';
import { scopeOf } from '../../access.ts';
import { findKeys } from '../../idempotency/find-keys.ts';
import type { IdempotencyKey } from '../../idempotency/idempotency-key.ts';
import { requestIdTaken } from '../request/find-replay.ts';
import { selectVisibleIds } from '../store/post-store.ts';
import type { UploadRow } from './upload-row.ts';

export function rowKey(requestId: string | undefined, index: number): IdempotencyKey | undefined {
  return requestId === undefined ? undefined : { scope: 'bulk', key: `bulk-api:${requestId}:${index}` };
}

export async function findReplays(ctx: Ctx, rows: readonly UploadRow[], requestId: string | undefined): Promise<void> {
  const keys = new Map(rows.map((row) => [row, rowKey(requestId, row.index)?.key ?? '']));
  const known = requestId === undefined ? new Map<string, string>() : await findKeys(ctx, 'bulk', [...keys.values()]);
  if (known.size === 0) return;
  const visible = await selectVisibleIds(ctx.db, scopeOf(ctx.caller), [...known.values()]);
  for (const [row, key] of keys) {
    const postId = known.get(key);
    if (postId === undefined) continue;
    if (visible.has(postId)) row.postId = postId;
    else row.notes.errors.push(requestIdTaken().message);
  }
}
