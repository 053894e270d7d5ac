import { sweepAccounts } from '../accounts/sweep-accounts.ts';
import type { SweepCtx } from '../background/sweep.ts';
import type { Ctx } from '../context.ts';
import { requireInboxAccount } from './inbox-account.ts';
import { refreshAccount } from './refresh-inbox.ts';

/** Looks for messages that no event brought. With events, polling is only a safety net. */
export async function pollInbox(ctx: SweepCtx): Promise<void> {
  const { inboxPollMs, inboxEventPollMs } = ctx.timing;
  await sweepAccounts(ctx, {
    column: 'inbox_poll_at',
    intervalMs: ({ inbox, events }) => {
      if (inbox === undefined) return undefined;
      return events === undefined ? inboxPollMs : inboxEventPollMs;
    },
    work: pollAccount,
  });
}

/** A failure is reported by the next list of conversations. */
async function pollAccount(ctx: Ctx, accountId: string): Promise<void> {
  const inboxAccount = await requireInboxAccount(ctx, accountId);
  const { receivedCount } = await refreshAccount(ctx, inboxAccount);
  const { platform } = inboxAccount.account;
  for (let counted = 0; counted < receivedCount; counted += 1) ctx.counts.count('messagePolled', { platform });
}
