import type { AutomationLogRow } from '../../db/automation-rows.ts';
import { scopeOf } from '../access.ts';
import type { StoredAccount } from '../accounts/account.ts';
import type { TxCtx } from '../context.ts';
import { countTrigger, selectActiveAutomations } from './automation-store.ts';
import { hasLogFor, insertLog, lockTriggers } from './log-store.ts';
import { matchText, prepareText, type PreparedRules } from './match-text.ts';
import { rulesOf } from './rules-cache.ts';

type Origin = { account: StoredAccount } & Pick<AutomationLogRow, 'source' | 'platformPostId'>;

type Trigger = Pick<AutomationLogRow, 'commentId' | 'commenterName' | 'commentedAt'> & {
  /** Undefined if the platform withholds it: then nobody can be written to. */
  commenterId: string | undefined;
  text: string;
};

/** Runs in the transaction that stores the comments. */
export async function triggerAutomations(ctx: TxCtx, origin: Origin, triggers: readonly Trigger[]): Promise<void> {
  if (triggers.length === 0) return;
  const { account, source, platformPostId } = origin;
  const key = { accountId: account.id, trigger: source, platformPostId };
  const automations = await selectActiveAutomations(ctx.db, scopeOf(ctx.caller), key);
  const rules = await rulesOf(ctx, automations);
  for (const trigger of triggers) {
    const { commenterId, commentedAt, text } = trigger;
    if (commenterId === undefined) continue;
    const candidates = automations.filter(({ activatedAt }) => commentedAt >= startOfSecond(activatedAt));
    const automation = findMatch(candidates, rules, text);
    if (automation !== undefined) await writeLog(ctx, origin, { automation, trigger: { ...trigger, commenterId } });
  }
}

type Automation = Awaited<ReturnType<typeof selectActiveAutomations>>[number];

/** Platforms give comment times in seconds. */
function startOfSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}

function findMatch(
  candidates: readonly Automation[],
  rules: ReadonlyMap<string, PreparedRules>,
  text: string,
): Automation | undefined {
  if (candidates.length === 0) return undefined;
  const preparedText = prepareText(text);
  return candidates.find(({ id }) => {
    const preparedRules = rules.get(id);
    return preparedRules !== undefined && matchText(preparedRules, preparedText).matches;
  });
}

type Match = { automation: Automation; trigger: Trigger & { commenterId: string } };

async function writeLog(ctx: TxCtx, origin: Origin, match: Match): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const { automation, trigger } = match;
  await lockTriggers(ctx.db, scope, origin.account.id);
  const key = { automationId: automation.id, commenterId: trigger.commenterId, source: origin.source };
  const isRepeated = await hasLogFor(ctx.db, scope, key);
  if (await insertLog(ctx.db, newLog(ctx, origin, { ...match, isRepeated }))) {
    await countTrigger(ctx.db, scope, automation.id);
  }
}

function newLog(
  ctx: TxCtx,
  { account, source, platformPostId }: Origin,
  { automation, trigger, isRepeated }: Match & { isRepeated: boolean },
): AutomationLogRow {
  const now = ctx.clock.now();
  const { commentId, commenterId, commenterName, commentedAt, text } = trigger;
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
