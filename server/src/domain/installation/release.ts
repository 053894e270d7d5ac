import { inTransaction } from '../../db/transaction.ts';
import type { Ctx } from '../context.ts';
import { listOverdue, settleOverdue, type OverdueTarget } from '../posts/review-overdue.ts';
import { readCopies, writeCopies, type EpochStores } from './epoch-copies.ts';
import { findInstallation, lockInstallation, releaseInstallation } from './installation-store.ts';
import { newInstallationId } from './restore-guard.ts';

export type HeldReport = { reason: string; since: Date; overdue: OverdueTarget[] };

type World = Omit<Ctx, 'caller'>;

/** What was due since the state that was restored; undefined when Herald is not held. */
export async function reportHeld(world: World): Promise<HeldReport | undefined> {
  const row = await findInstallation(world.db);
  if (row === undefined || row.held_since === null) return undefined;
  return { reason: row.held_reason ?? '', since: row.held_since, overdue: await listOverdue(world) };
}

/**
 * Ends what was due without sending it, then lets Herald work again. The installation gets a new ID: a copy of the state
 * before stays recognizable as an old one, and a cloned installation no longer shares its epoch with the original.
 */
export async function releaseHeld(world: World, report: HeldReport, stores: EpochStores): Promise<void> {
  await settleOverdue(world, report.overdue);
  const row = await findInstallation(world.db);
  const { media, host } = await readCopies(stores, row?.id ?? '', world.log);
  const known = [row, media, host].map((one) => (typeof one === 'object' ? one.epoch : 0));
  const next = { id: newInstallationId(world.random), epoch: Math.max(...known) + 1 };
  await inTransaction(world, (ctx) => releaseInstallation(ctx.db, next));
  await inTransaction(world, async (ctx) => {
    const { id = next.id, epoch = next.epoch } = (await lockInstallation(ctx.db)) ?? {};
    await writeCopies(stores, { installationId: id, epoch }, world.log);
  });
}
