import type { AutomationRow } from '../../db/automation-rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Automation, CreateAutomation } from '../../schemas/automation.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { numberCaps } from '../plans/limits.ts';
import { takeHourlyCap } from '../plans/take-hourly-cap.ts';
import { requireUsableAccount } from './automation-account.ts';
import { countAutomations, pollCommentsSoon, insertAutomation } from './automation-store.ts';
import { initialFields, pickFields } from './automation-fields.ts';
import { automationView } from './automation-view.ts';
import { checkFields, checkPost, checkUnsupported } from './check-automation.ts';
import { requireAutomation } from './require-automation.ts';

export async function createAutomation(ctx: Ctx, input: CreateAutomation): Promise<Automation> {
  checkUnsupported(input);
  const automationAccount = await requireUsableAccount(ctx, input.accountId);
  const row = newRow(ctx, input);
  checkFields(ctx, row, automationAccount);
  return await inTransaction(ctx, async (ctx) => {
    await lockOwner(ctx);
    const scope = scopeOf(ctx.caller);
    await checkPost(ctx, row);
    if ((await countAutomations(ctx.db, scope)) >= numberCaps.automations) {
      throw new AppError('limitReached', `A user has at most ${numberCaps.automations} automations: delete some first`);
    }
    await insertAutomation(ctx.db, row);
    await pollCommentsSoon(ctx.db, scope, { accountId: row.accountId, ms: ctx.timing.commentAutomationPollMs });
    await takeHourlyCap(ctx, 'automation.create');
    return automationView(await requireAutomation(ctx, row.id));
  });
}

function newRow(ctx: Ctx, input: CreateAutomation): AutomationRow {
  const now = ctx.clock.now();
  const { accountId } = input;
  return {
    ...{ ownerId: scopeOf(ctx.caller).ownerId, accountId, id: ctx.ids.make('automation') },
    ...initialFields,
    ...pickFields(input),
    ...{ activatedAt: now, totalTriggered: 0, totalSent: 0, totalFailed: 0, deletedAt: null },
    ...{ createdAt: now, updatedAt: now },
  };
}
