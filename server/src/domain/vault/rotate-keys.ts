import type { Ctx } from '../context.ts';
import { resealSentinel } from './check-vault.ts';
import { sealedColumns, type SealedColumn } from './sealed-columns.ts';
import { countSeals, replaceSeal, selectOldSeals, type SealedRow } from './vault-store.ts';

type VaultCtx = Pick<Ctx, 'db' | 'sealer'>;
export type Rotation = { keyId: string; resealed: number; sealedBy: Record<string, number> };

const batch = 200;

/**
 * Works while Herald runs: a row is updated only if it still has the text that was read. After an interruption, the next run
 * continues.
 */
export async function rotateKeys(ctx: VaultCtx, onProgress: (resealed: number) => void): Promise<Rotation> {
  let resealed = 0;
  for (const column of sealedColumns) {
    let afterId = '';
    for (;;) {
      const rows = await selectOldSeals(ctx.db, column, { keyId: ctx.sealer.keyId, afterId, limit: batch });
      for (const row of rows) if (await reseal(ctx, column, row)) resealed += 1;
      if (rows.length > 0) onProgress(resealed);
      if (rows.length < batch) break;
      afterId = rows.at(-1)?.id ?? afterId;
    }
  }
  await resealSentinel(ctx);
  return { keyId: ctx.sealer.keyId, resealed, sealedBy: await countAll(ctx) };
}

function reseal({ db, sealer }: VaultCtx, column: SealedColumn, { id, ownerId, texts }: SealedRow): Promise<boolean> {
  const sealContext = { table: column.table, row: id, column: column.boundTo, owner: ownerId };
  const to = texts.map((text) => sealer.seal(sealer.open(text, sealContext), sealContext));
  return replaceSeal(db, column, { id, from: texts, to });
}

async function countAll({ db }: VaultCtx): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const column of sealedColumns) {
    for (const [key, count] of await countSeals(db, column)) sums[key] = (sums[key] ?? 0) + count;
  }
  return sums;
}
