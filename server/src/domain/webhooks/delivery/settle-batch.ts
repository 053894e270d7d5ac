import { inTransaction } from '../../../db/transaction.ts';
import type { SystemCtx, SystemTxCtx } from '../../context.ts';
import {
  lockEndpoints,
  settleDeliveries,
  updateEndpoints,
  type EndpointChange,
  type DisabledEndpoint,
  type Settled,
  type SettledDelivery,
  type Settlement,
} from './delivery-queue-store.ts';
import { endDeliveries } from './end-deliveries.ts';
import { exhaustedInRowMax } from '../limits.ts';

export async function settleBatch(ctx: SystemCtx, settlements: readonly Settlement[]): Promise<void> {
  const touching = settlements.filter((one) => !one.isEndpointCurrent || one.attemptedAt === null);
  const written =
    touching.length === 0
      ? { settled: await settleDeliveries(ctx.db, settlements), disabled: [] }
      : await settleWithEndpoints(ctx, settlements, touching);
  report(ctx, written);
}

type Written = { settled: readonly SettledDelivery[]; disabled: readonly DisabledEndpoint[] };

/** Runs after the commit, because a transaction may be repeated. */
function report({ counts, log }: Pick<SystemCtx, 'counts' | 'log'>, { settled, disabled }: Written): void {
  for (const { status: state, attempt } of settled) counts.count('deliveryAttempt', { state, attempt });
  for (const { endpointId: webhookId, ownerId, reason } of disabled) {
    counts.count('webhookDisabled', { reason });
    log.warn({ ownerId, webhookId, reason }, 'webhook disabled');
  }
}

async function settleWithEndpoints(
  ctx: SystemCtx,
  settlements: readonly Settlement[],
  touching: readonly Settlement[],
): Promise<Written> {
  const ids = touching.map((one) => one.id);
  return await inTransaction(ctx, async (ctx) => {
    const wasActive = await lockEndpoints(ctx.db, ids);
    const rows = await settleDeliveries(ctx.db, settlements);
    const settled = new Map(rows.map((one) => [one.id, one]));
    const changes = endpointChanges(settlements, settled);
    if (changes.length === 0) return { settled: rows, disabled: [] };
    const disabled = await updateEndpoints(ctx.db, changes, exhaustedInRowMax);
    for (const endpoint of disabled) await endAll(ctx, endpoint, 'endpointDisabled');
    // Ends deliveries that were invisible to the transaction that disabled or deleted their endpoint.
    const owners = new Map(
      ids.flatMap((id) => {
        const one = settled.get(id);
        return one === undefined ? [] : [[one.endpointId, one]];
      }),
    );
    for (const [id, endpoint] of owners) {
      if (wasActive.get(id) === undefined) await endAll(ctx, endpoint, 'endpointDeleted');
      if (wasActive.get(id) === false) await endAll(ctx, endpoint, 'endpointDisabled');
    }
    return { settled: rows, disabled };
  });
}

type Because = Parameters<typeof endDeliveries>[1]['because'];

async function endAll(ctx: SystemTxCtx, { endpointId, ownerId }: Settled, because: Because): Promise<void> {
  await endDeliveries({ ...ctx, caller: { kind: 'system', ownerId } }, { webhookId: endpointId, because });
}

/** Keeps the order of the results: a success clears only the failures before it. */
export function endpointChanges(
  settlements: readonly Settlement[],
  settled: ReadonlyMap<string, Settled>,
): EndpointChange[] {
  const changes = new Map<string, EndpointChange>();
  for (const one of settlements) {
    const endpointId = settled.get(one.id)?.endpointId;
    if (endpointId === undefined || one.attemptedAt === null || one.isEndpointCurrent) continue;
    const change = changes.get(endpointId) ?? unchanged(endpointId);
    changes.set(endpointId, one.status === 'delivered' ? afterSuccess(change, one) : afterFailure(change, one));
  }
  return [...changes.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function unchanged(id: string): EndpointChange {
  return { id, deliveredAt: null, failedAt: null, hasDelivered: false, exhausted: 0, isGone: false };
}

function afterSuccess(change: EndpointChange, { attemptedAt }: Settlement): EndpointChange {
  return { ...change, deliveredAt: attemptedAt, hasDelivered: true, exhausted: 0 };
}

function afterFailure(change: EndpointChange, { attemptedAt, status, errorCode }: Settlement): EndpointChange {
  const isGone = errorCode === 'gone';
  return {
    ...change,
    failedAt: attemptedAt,
    exhausted: change.exhausted + (status === 'failed' && !isGone ? 1 : 0),
    isGone: change.isGone || isGone,
  };
}
