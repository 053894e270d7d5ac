import type {
  Automation,
  AutomationLog,
  AutomationQuery,
  AutomationTest,
  LogList,
  LogQuery,
} from '../../schemas/automation.ts';
import { scopeOf } from '../access.ts';
import { requireAccount } from '../accounts/find-accounts.ts';
import type { Ctx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { selectAutomations } from './automation-store.ts';
import { automationView, logView } from './automation-view.ts';
import { countLogs, selectLogs } from './log-store.ts';
import { matchText, prepareRules, prepareText } from './match-text.ts';
import { requireAutomation } from './require-automation.ts';

export async function listAutomations(ctx: Ctx, { profileId, accountId }: AutomationQuery): Promise<Automation[]> {
  if (profileId !== undefined) await requireProfile(ctx, profileId);
  if (accountId !== undefined) await requireAccount(ctx, accountId);
  const rows = await selectAutomations(ctx.db, scopeOf(ctx.caller), { profileId, accountId });
  return rows.map(automationView);
}

const shownLogs = 20;

export async function getAutomation(
  ctx: Ctx,
  automationId: string,
): Promise<{ automation: Automation; logs: AutomationLog[] }> {
  const automation = automationView(await requireAutomation(ctx, automationId));
  const page = { automationId, status: undefined, limit: shownLogs, skip: 0 };
  const rows = await selectLogs(ctx.db, scopeOf(ctx.caller), page);
  return { automation, logs: rows.map(logView) };
}

export async function listLogs(
  ctx: Ctx,
  { automationId, query }: { automationId: string; query: LogQuery },
): Promise<LogList> {
  await requireAutomation(ctx, automationId);
  const { status, limit, skip } = query;
  const scope = scopeOf(ctx.caller);
  const rows = await selectLogs(ctx.db, scope, { automationId, status, limit, skip });
  const total = await countLogs(ctx.db, scope, { automationId, status });
  return { logs: rows.map(logView), pagination: { total, limit, skip, hasMore: skip + rows.length < total } };
}

export async function testAutomation(
  ctx: Ctx,
  { automationId, text }: { automationId: string; text: string },
): Promise<AutomationTest> {
  const automation = await requireAutomation(ctx, automationId);
  return matchText(prepareRules(automation), prepareText(text));
}
