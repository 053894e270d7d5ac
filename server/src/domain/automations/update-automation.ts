import type { AutomationRow } from '../../db/automation-rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Automation, UpdateAutomation } from '../../schemas/automation.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { takeHourlyCap } from '../plans/take-hourly-cap.ts';
import { requireAutomationAccount } from './automation-account.ts';
import { pollCommentsSoon, updateAutomationRow } from './automation-store.ts';
import { pickFields } from './automation-fields.ts';
import { automationView } from './automation-view.ts';
import { checkFields, checkPost, checkUnsupported } from './check-automation.ts';
import { requireAutomation } from './require-automation.ts';

type Input = { automationId: string; changes: UpdateAutomation };

export async function updateAutomation(ctx: Ctx, { automationId, changes }: Input): Promise<Automation> {
  if (Object.keys(changes).length === 0) {
    throw new AppError('validation', 'Send at least one field to change', { param: null });
  }
  checkUnsupported(changes);
  const { accountId } = await requireAutomation(ctx, automationId);
  const automationAccount = await requireAutomationAccount(ctx, accountId);
  return await inTransaction(ctx, async (ctx) => {
    await lockOwner(ctx);
    const scope = scopeOf(ctx.caller);
    const stored = await requireAutomation(ctx, automationId);
    const columns = changedColumns(stored, changes, ctx.clock.now());
    // For a post of Herald, the platform's ID is only shown.
    const platformPostId = stored.postId === null ? stored.platformPostId : null;
    const changed = { ...stored, platformPostId, ...columns };
    checkFields(ctx, changed, automationAccount);
    await checkPost(ctx, changed);
    await updateAutomationRow(ctx.db, scope, { id: automationId, changes: columns });
    await pollCommentsSoon(ctx.db, scope, { accountId, ms: ctx.timing.commentAutomationPollMs });
    await takeHourlyCap(ctx, 'automation.update');
    return automationView(await requireAutomation(ctx, automationId));
  });
}

function changedColumns(stored: AutomationRow, changes: UpdateAutomation, now: Date): Partial<AutomationRow> {
  const columns: Partial<AutomationRow> = { ...pickFields(changes), updatedAt: now };
  const isActivated = changes.isActive === true && !stored.isActive;
  return isActivated ? { ...columns, activatedAt: now } : columns;
}
