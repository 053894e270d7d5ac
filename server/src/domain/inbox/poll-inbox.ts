import { sweepAccounts } from '../accounts/sweep-accounts.ts';
import type { SweepCtx } from '../background/sweep.ts';
import type { Ctx } from '../context.ts';
import { requireInboxAccount } from './inbox-account.ts';
import { refreshAccount } from './refresh-inbox.ts';

/** Finds messages that no event brought: only a safety net on platforms with events. */
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

/** The next list of conversations reports a failure. */
async function pollAccount(ctx: Ctx, accountId: string): Promise<void> {
  const inboxAccount = await requireInboxAccount(ctx, accountId);
  const { receivedCount } = await refreshAccount(ctx, inboxAccount);
  const { platform } = inboxAccount.account;
  for (let counted = 0; counted < receivedCount; counted += 1) ctx.counts.count('messagePolled', { platform });
}
