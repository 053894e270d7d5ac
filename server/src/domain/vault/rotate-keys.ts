import type { Ctx } from '../context.ts';
import { resealSentinel } from './check-vault.ts';
import { sealedColumns, type SealedColumn } from './sealed-columns.ts';
import { countSeals, replaceSeal, selectOldSeals, type SealedRow } from './vault-store.ts';

type World = Pick<Ctx, 'db' | 'sealer'>;
export type Rotation = { keyId: string; resealed: number; sealedBy: Record<string, number> };

const batch = 200;

/**
 * Seals everything anew under the first key, beside a running Herald: each row changes only while it holds what was
 * read. Stopped halfway, the next run goes on with what is left. A key that seals nothing any more may be removed.
 */
export async function rotateKeys(ctx: World, onProgress: (resealed: number) => void): Promise<Rotation> {
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

function reseal({ db, sealer }: World, column: SealedColumn, { id, owner_id, texts }: SealedRow): Promise<boolean> {
  const place = { table: column.table, row: id, column: column.boundTo, owner: owner_id };
  const to = texts.map((text) => sealer.seal(sealer.open(text, place), place));
  return replaceSeal(db, column, { id, from: texts, to });
}

async function countAll({ db }: World): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const column of sealedColumns) {
    for (const [key, count] of await countSeals(db, column)) sums[key] = (sums[key] ?? 0) + count;
  }
  return sums;
}
