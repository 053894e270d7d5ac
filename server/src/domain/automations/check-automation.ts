import type { AutomationRow } from '../../db/automation-rows.ts';
import { AppError } from '../../kernel/errors.ts';
import { unsupportedFields, type UpdateAutomation } from '../../schemas/automation.ts';
import { checkUrl } from '../check-url.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { requirePost } from '../posts/request/require-post.ts';
import { scopeOf } from '../access.ts';
import type { AutomationAccount } from './automation-account.ts';
import { hasPostAutomation } from './automation-store.ts';
import { isUsableKeyword } from './match-text.ts';

export function checkUnsupported(input: UpdateAutomation): void {
  const param =
    unsupportedFields.find((name) => input[name] !== undefined) ??
    (input.linkTracking === true ? 'linkTracking' : undefined);
  if (param !== undefined) throw new AppError('unsupported', `${param} is not supported`, { param });
}

/** Checks the automation as it would be stored, because the rules depend on several fields. */
export function checkFields(
  ctx: Pick<Ctx, 'addresses'>,
  automation: AutomationRow,
  automationAccount: AutomationAccount,
): void {
  checkTrigger(automation);
  checkKeywords(automation);
  checkMessages(automation, automationAccount);
  if (automation.commentReply === null && automation.commentReplyVariations.length > 0) {
    throw refuse('commentReplyVariations', 'commentReplyVariations needs commentReply');
  }
  for (const [index, { url }] of automation.buttons.entries()) checkUrl(ctx, { url, param: `buttons[${index}].url` });
}

function checkTrigger({ trigger, postId, platformPostId, commentReply }: AutomationRow): void {
  if (postId !== null && platformPostId !== null) {
    throw refuse('platformPostId', 'Send either postId or platformPostId');
  }
  if (trigger === 'comment') return;
  const fields = { postId, platformPostId, commentReply };
  const param = Object.entries(fields).find(([, value]) => value !== null)?.[0];
  if (param !== undefined) throw refuse(param, `${param} cannot be used with the trigger story_reply`);
}

function checkKeywords({ keywords, excludeKeywords, matchMode, typoTolerance }: AutomationRow): void {
  if (typoTolerance && matchMode !== 'word') {
    throw refuse('typoTolerance', 'typoTolerance needs matchMode word');
  }
  for (const [param, list] of Object.entries({ keywords, excludeKeywords })) {
    const unusable = list.findIndex((keyword) => !isUsableKeyword(keyword, matchMode));
    if (unusable === -1) continue;
    const hint = matchMode === 'word' ? 'has no word: use matchMode contains' : 'has no visible character';
    throw refuse(`${param}[${unusable}]`, `${param}[${unusable}] ${hint}`);
  }
}

function checkMessages(automation: AutomationRow, { account, inbox }: AutomationAccount): void {
  const { dmMessage, dmMessageVariations, buttons } = automation;
  const texts = { dmMessage, ...Object.fromEntries(dmMessageVariations.map((text, n) => [variation(n), text])) };
  for (const [param, text] of Object.entries(texts)) {
    const bytes = Buffer.byteLength(text);
    if (bytes > inbox.textBytesMax) {
      throw refuse(param, `${param} has ${bytes} bytes; ${account.platform} allows ${inbox.textBytesMax}`);
    }
    const { length } = [...text];
    const lengthMax = inbox.buttons?.textLengthMax ?? 0;
    if (buttons.length > 0 && length > lengthMax) {
      const rule = `${account.platform} allows ${lengthMax} with buttons`;
      throw refuse(param, `${param} has ${length} characters; ${rule}`);
    }
  }
}

const variation = (n: number): string => `dmMessageVariations[${n}]`;

/** Expects the owner to be locked. */
export async function checkPost(ctx: TxCtx, automation: AutomationRow): Promise<void> {
  const { accountId, postId, platformPostId, isActive } = automation;
  if (postId !== null) {
    const { targets } = await requirePost(ctx, postId);
    if (!targets.some((target) => target.accountId === accountId)) {
      throw refuse('postId', 'The post is not for this account');
    }
  }
  const isPerPost = postId !== null || platformPostId !== null;
  if (!isActive || !isPerPost || !(await hasPostAutomation(ctx.db, scopeOf(ctx.caller), automation))) return;
  throw new AppError('duplicatePostAutomation', 'The account already has an active automation for this post');
}

function refuse(param: string, message: string): AppError {
  return new AppError('validation', message, { param });
}
