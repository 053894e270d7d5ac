import type { AutomationLogRow } from '../../db/automation-rows.ts';
import { scopeOf } from '../access.ts';
import type { StoredAccount } from '../accounts/account.ts';
import type { TxCtx } from '../context.ts';
import { countTrigger, selectActiveAutomations } from './automation-store.ts';
import { hasLogFor, insertLog, lockTriggers } from './log-store.ts';
import { matchText, prepareText } from './match-text.ts';
import { rulesOf } from './rules-cache.ts';

/** A new comment or story reply by somebody else. */
type Trigger = Pick<AutomationLogRow, 'source' | 'commentId' | 'platformPostId' | 'commenterName' | 'commentedAt'> & {
  /** Undefined if the platform withholds it: then nobody can be written to. */
  commenterId: string | undefined;
  text: string;
};

/** Writes a log for each comment that an automation matches, in the transaction that stores the comment. */
export async function triggerAutomations(
  ctx: TxCtx,
  account: StoredAccount,
  triggers: readonly Trigger[],
): Promise<void> {
  for (const trigger of triggers) {
    const { commenterId } = trigger;
    if (commenterId !== undefined) await triggerFirst(ctx, account, { ...trigger, commenterId });
  }
}

type Automation = Awaited<ReturnType<typeof selectActiveAutomations>>[number];

async function triggerFirst(
  ctx: TxCtx,
  account: StoredAccount,
  trigger: Trigger & { commenterId: string },
): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const { source, platformPostId, commenterId, commentedAt } = trigger;
  const origin = { accountId: account.id, trigger: source, platformPostId };
  const candidates = (await selectActiveAutomations(ctx.db, scope, origin)).filter(
    ({ activatedAt }) => commentedAt >= startOfSecond(activatedAt),
  );
  const automation = await findMatch(ctx, candidates, trigger.text);
  if (automation === undefined) return;
  await lockTriggers(ctx.db, scope, account.id);
  const isRepeated = await hasLogFor(ctx.db, scope, { automationId: automation.id, commenterId, source });
  if (await insertLog(ctx.db, newLog(ctx, { account, trigger, automation, isRepeated }))) {
    await countTrigger(ctx.db, scope, automation.id);
  }
}

/** Platforms give the time of a comment in seconds. */
function startOfSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}

async function findMatch(ctx: TxCtx, candidates: readonly Automation[], text: string): Promise<Automation | undefined> {
  if (candidates.length === 0) return undefined;
  const rules = await rulesOf(ctx, candidates);
  const preparedText = prepareText(text);
  return candidates.find(({ id }) => {
    const preparedRules = rules.get(id);
    return preparedRules !== undefined && matchText(preparedRules, preparedText).matches;
  });
}

type NewLog = {
  account: StoredAccount;
  trigger: Trigger & { commenterId: string };
  automation: Automation;
  isRepeated: boolean;
};

function newLog(ctx: TxCtx, { account, trigger, automation, isRepeated }: NewLog): AutomationLogRow {
  const now = ctx.clock.now();
  const { source, commentId, platformPostId, commenterId, commenterName, commentedAt, text } = trigger;
  const replyStatus = isRepeated ? ('skipped' as const) : ('pending' as const);
  return {
    ...{ ownerId: scopeOf(ctx.caller).ownerId, automationId: automation.id, id: ctx.ids.make('automationLog') },
    ...{ accountId: account.id, source, commentId, platformPostId, commenterId, commenterName, commentText: text },
    commentedAt,
    status: replyStatus,
    skipReason: isRepeated ? 'already_sent_to_contact' : null,
    ...{ error: null, isUnconfirmed: false, sentMessageId: null, buttonsDropped: false, commentReplyError: null },
    commentReplyStatus: automation.commentReply === null ? null : replyStatus,
    dueAt: isRepeated ? null : new Date(now.getTime() + automation.dmDelaySeconds * 1000),
    ...{ attemptCount: 0, sendingSince: null, messageSentAt: null, claimToken: null, leaseUntil: null },
    ...{ createdAt: now, updatedAt: now },
  };
}
