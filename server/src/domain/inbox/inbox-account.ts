import { AppError } from '../../kernel/errors.ts';
import type { Inbox } from '../../platforms/adapter.ts';
import type { ConversationQuery } from '../../schemas/inbox.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { accountFault } from '../accounts/account-fault.ts';
import { findAccountsBy } from '../accounts/list-accounts.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { requireAccount } from '../accounts/find-accounts.ts';
import type { Ctx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';

export type InboxAccount = { account: StoredAccount; inbox: Inbox };

type InboxFilter = Pick<ConversationQuery, 'accountId' | 'profileId' | 'platform'>;

export async function findInboxAccounts(ctx: Ctx, filter: InboxFilter): Promise<InboxAccount[]> {
  const { accountId, profileId, platform } = filter;
  const names = ctx.platforms.list().flatMap(({ adapter }) => (adapter.inbox === undefined ? [] : [adapter.name]));
  if (platform !== undefined && !names.includes(platform)) {
    throw new AppError('validation', `platform must be one of ${names.join(', ')}`, { param: 'platform' });
  }
  if (profileId !== undefined) await requireProfile(ctx, profileId);
  if (accountId !== undefined) {
    const inboxAccount = await requireInboxAccount(ctx, accountId);
    const isMatching =
      (profileId ?? inboxAccount.account.profileId) === inboxAccount.account.profileId &&
      (platform ?? inboxAccount.account.platform) === inboxAccount.account.platform;
    return isMatching ? [inboxAccount] : [];
  }
  const by = { ...(profileId === undefined ? {} : { profileId }), ...(platform === undefined ? {} : { platform }) };
  const accounts = await findAccountsBy(ctx, by);
  return accounts.flatMap((account) => {
    const { inbox } = platformOf(ctx, account.platform).adapter;
    return inbox === undefined ? [] : [{ account, inbox }];
  });
}

export async function requireInboxAccount(ctx: Ctx, accountId: string): Promise<InboxAccount> {
  const account = await requireAccount(ctx, accountId);
  const { inbox, label } = platformOf(ctx, account.platform).adapter;
  if (inbox !== undefined) return { account, inbox };
  throw new AppError('platformUnsupported', `Herald cannot read or send direct messages on ${label}`, {
    platform: account.platform,
  });
}

export async function requireUsableInbox(ctx: Ctx, accountId: string): Promise<InboxAccount> {
  const inboxAccount = await requireInboxAccount(ctx, accountId);
  const fault = inboxFault(ctx, inboxAccount.account);
  if (fault !== undefined) throw fault;
  return inboxAccount;
}

export function inboxFault(ctx: Ctx, account: StoredAccount): AppError | undefined {
  return accountFault(account, platformOf(ctx, account.platform).adapter.connect.scopes.messages);
}
