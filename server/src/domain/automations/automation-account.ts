import { AppError } from '../../kernel/errors.ts';
import type { Comments, Inbox } from '../../platforms/adapter.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { accountFault } from '../accounts/account-fault.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { requireAccount } from '../accounts/find-accounts.ts';
import type { Ctx } from '../context.ts';

export type AutomationAccount = { account: StoredAccount; inbox: Inbox; comments: Comments };

export async function requireAutomationAccount(ctx: Ctx, accountId: string): Promise<AutomationAccount> {
  const account = await requireAccount(ctx, accountId);
  const { inbox, comments, label } = platformOf(ctx, account.platform).adapter;
  if (inbox?.privateReplies !== undefined && comments !== undefined) return { account, inbox, comments };
  throw new AppError('platformUnsupported', `Comments on ${label} cannot be answered with a message`, {
    platform: account.platform,
  });
}

export async function requireUsableAccount(ctx: Ctx, accountId: string): Promise<AutomationAccount> {
  const automationAccount = await requireAutomationAccount(ctx, accountId);
  const { account } = automationAccount;
  const { comments, messages } = platformOf(ctx, account.platform).adapter.connect.scopes;
  const fault = accountFault(account, [...comments, ...messages]);
  if (fault !== undefined) throw fault;
  return automationAccount;
}
