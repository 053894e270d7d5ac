import type { AutomationLogRow } from '../../db/automation-rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import { scopeOf } from '../access.ts';
import type { AutomationAccount } from '../automations/automation-account.ts';
import { logView } from '../automations/automation-view.ts';
import type { findAutomation } from '../automations/require-automation.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { emit } from '../events/emit.ts';
import type { ClaimedLog } from './reply-queue-store.ts';
import { countOutcome, updateClaimedLog } from './reply-store.ts';

type Automation = NonNullable<Awaited<ReturnType<typeof findAutomation>>>;

export type Step = { log: ClaimedLog; automation: Automation; automationAccount: AutomationAccount };

type End = { log: ClaimedLog; automation: Automation | undefined; changes: Partial<AutomationLogRow> };

export async function endStep(ctx: Ctx, end: End): Promise<void> {
  await inTransaction(ctx, (ctx) => endStepIn(ctx, end));
}

export async function endStepIn(ctx: TxCtx, { log, automation, changes }: End): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const released = { ...changes, claimToken: null, leaseUntil: null };
  const { id: logId, claimToken } = log;
  const updated = await updateClaimedLog(ctx.db, scope, { id: logId, claimToken, changes: released });
  if (updated === undefined) return;
  const { status } = updated;
  if (automation === undefined || status === log.status || (status !== 'sent' && status !== 'failed')) return;
  await countOutcome(ctx.db, scope, { automationId: automation.id, status });
  const { id, name, accountId, trigger, profileId } = automation;
  emit(ctx, {
    type: `automation.${status}`,
    resourceId: log.id,
    data: { automation: { id, name, accountId, trigger }, log: logView(updated), profileIds: [profileId] },
  });
}
