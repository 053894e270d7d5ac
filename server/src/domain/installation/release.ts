import { inTransaction } from '../../db/transaction.ts';
import type { SystemCtx } from '../context.ts';
import { listOverdue, settleOverdue, type OverdueTarget } from '../posts/review-overdue.ts';
import { readCopies, writeCopies, type EpochStores } from './epoch-copies.ts';
import { findInstallation, lockInstallation, releaseInstallation } from './installation-store.ts';
import { newInstallationId } from './restore-guard.ts';

export type HeldReport = { reason: string; since: Date; overdue: OverdueTarget[] };

export async function reportHeld(systemCtx: SystemCtx): Promise<HeldReport | undefined> {
  const row = await findInstallation(systemCtx.db);
  if (row === undefined || row.heldSince === null) return undefined;
  return { reason: row.heldReason ?? '', since: row.heldSince, overdue: await listOverdue(systemCtx) };
}

/**
 * Settles overdue targets without sending them. The new ID lets older backups be recognized, and separates a clone's epoch from
 * the original's.
 */
export async function releaseHeld(systemCtx: SystemCtx, report: HeldReport, stores: EpochStores): Promise<void> {
  await settleOverdue(systemCtx, report.overdue);
  const row = await findInstallation(systemCtx.db);
  const { media, host } = await readCopies(stores, row?.id ?? '', systemCtx.log);
  const known = [row, media, host].map((one) => (typeof one === 'object' ? one.epoch : 0));
  const next = { id: newInstallationId(systemCtx.random), epoch: Math.max(...known) + 1 };
  await inTransaction(systemCtx, (ctx) => releaseInstallation(ctx.db, next));
  await inTransaction(systemCtx, async (ctx) => {
    const { id = next.id, epoch = next.epoch } = (await lockInstallation(ctx.db)) ?? {};
    await writeCopies(stores, { installationId: id, epoch }, systemCtx.log);
  });
}
