import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import { realClock, within } from '../../kernel/time/clock.ts';
import type { PlatformConversation } from '../../platforms/adapter.ts';
import type { FailedAccount, InboxMeta } from '../../schemas/inbox.ts';
import { scopeOf } from '../access.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { callForAccount } from '../accounts/call-for-account.ts';
import type { Ctx } from '../context.ts';
import { claimAccountRefresh, claimRefresh, selectStoredIds, updateInboxError } from './conversation-store.ts';
import { inboxFault, type InboxAccount } from './inbox-account.ts';
import { storeConversation } from './store-conversation.ts';

const pageSize = 50;
const pagesMax = 4;
/** Lists respond from the stored copy after this time; the refresh continues. */
const waitMs = 5000;

type InboxError = Omit<FailedAccount, 'accountId' | 'accountUsername' | 'platform'>;

export async function refreshAccounts(ctx: Ctx, inboxAccounts: readonly InboxAccount[]): Promise<InboxMeta> {
  const errors = await Promise.all(
    inboxAccounts.map(async (inboxAccount) => {
      const { id: accountId, username: accountUsername, platform } = inboxAccount.account;
      const outcome = refreshAccount(ctx, inboxAccount);
      const { error } = (await within(realClock, waitMs, outcome)) ?? { error: timedOut };
      return error === undefined ? [] : [{ accountId, accountUsername, platform, ...error }];
    }),
  );
  const failedAccounts = errors.flat();
  return {
    accountsQueried: inboxAccounts.length,
    accountsFailed: failedAccounts.length,
    failedAccounts,
    lastUpdated: lastUpdated(ctx, inboxAccounts, failedAccounts.length),
  };
}

/** Returns the oldest refresh unless all accounts are up to date. */
function lastUpdated(ctx: Ctx, inboxAccounts: readonly InboxAccount[], failedCount: number): string {
  const now = ctx.clock.now();
  const times = inboxAccounts.map(({ account }) => account.inboxRefreshedAt?.getTime() ?? now.getTime());
  return new Date(failedCount === 0 ? now : Math.min(now.getTime(), ...times)).toISOString();
}

const timedOut: InboxError = { error: 'The platform did not respond within 5 seconds', code: 'timeout' };

type Refreshed = {
  error?: InboxError | undefined;
  receivedCount: number;
};

export async function refreshAccount(ctx: Ctx, inboxAccount: InboxAccount): Promise<Refreshed> {
  const { account } = inboxAccount;
  const scope = scopeOf(ctx.caller);
  const fault = inboxFault(ctx, account);
  if (fault !== undefined) return { error: toInboxError(fault), receivedCount: 0 };
  const everyMs = ctx.timing.inboxRefreshMs;
  if (!(await claimAccountRefresh(ctx.db, scope, { accountId: account.id, everyMs }))) {
    return { error: (account.inboxError as InboxError | null) ?? undefined, receivedCount: 0 };
  }
  const refreshed = await readConversations(ctx, inboxAccount).then(
    (receivedCount): Refreshed => ({ receivedCount }),
    (error: unknown): Refreshed => ({ error: toInboxError(error), receivedCount: 0 }),
  );
  const { error = null } = refreshed;
  await inTransaction(ctx, (ctx) => updateInboxError(ctx.db, scope, { accountId: account.id, error }));
  return refreshed;
}

/** Stops at the first page, newest activity first, without anything new. Returns how many new messages were received. */
export async function readConversations(ctx: Ctx, { account, inbox }: InboxAccount): Promise<number> {
  let cursor: string | undefined;
  let receivedCount = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const request = { cursor, limit: pageSize };
    const read = await callForAccount(ctx, account.id, (call) => inbox.conversations(call, request));
    const storedIds = await selectStoredIds(ctx.db, scopeOf(ctx.caller), {
      accountId: account.id,
      conversationIds: read.conversations.map(({ id }) => id),
      messageIds: read.conversations.flatMap(({ messages }) => messages.map(({ id }) => id)),
    });
    // The time of the last activity is the same for two messages within a second.
    const changed = read.conversations.filter(
      ({ id, messages }) => ![id, ...messages.map((message) => message.id)].every((one) => storedIds.has(one)),
    );
    for (const conversation of changed) receivedCount += await store(ctx, account, conversation);
    ({ cursor } = read);
    if (cursor === undefined || changed.length === 0) break;
  }
  return receivedCount;
}

/** A failure leaves the stored copy as it is. */
export async function refreshConversation(ctx: Ctx, { account, inbox }: InboxAccount, id: string): Promise<void> {
  const everyMs = ctx.timing.conversationRefreshMs;
  if (!(await claimRefresh(ctx.db, scopeOf(ctx.caller), { accountId: account.id, id, everyMs }))) return;
  try {
    const result = await callForAccount(ctx, account.id, (call) => inbox.conversation(call, id));
    if (result.kind === 'conversation') await store(ctx, account, result.conversation);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'connectionDead') throw error;
    ctx.log.warn({ accountId: account.id, err: error }, 'a conversation could not be refreshed');
  }
}

async function store(ctx: Ctx, account: StoredAccount, conversation: PlatformConversation): Promise<number> {
  return await inTransaction(ctx, (ctx) => storeConversation(ctx, account, conversation));
}

function toInboxError(error: unknown): InboxError {
  if (!(error instanceof AppError)) throw error;
  const { retryAfterSeconds: retryAfter } = error.details;
  return { error: error.message, code: error.code, ...(retryAfter === undefined ? {} : { retryAfter }) };
}
