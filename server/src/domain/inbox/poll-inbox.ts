import { sweepPatiently, type SweepCtx } from '../background/sweep.ts';
import type { Ctx } from '../context.ts';
import { requireInboxAccount } from './inbox-account.ts';
import { claimDueInboxes } from './inbox-poll-store.ts';
import { refreshAccount } from './refresh-inbox.ts';

/** Looks for messages that no event brought. With events, polling is only a safety net. */
export async function pollInbox(ctx: SweepCtx): Promise<void> {
  await sweepPatiently(ctx, await claimDueInboxes(ctx.db, intervals(ctx)), (ctx, { id }) => pollAccount(ctx, id));
}

function intervals({ platforms, timing }: SweepCtx): ReadonlyMap<string, number> {
  const adapters = platforms.list().map(({ adapter }) => adapter);
  const withInbox = adapters.filter(({ inbox }) => inbox !== undefined);
  return new Map(
    withInbox.map(({ name, events }) => [name, events === undefined ? timing.inboxPollMs : timing.inboxEventPollMs]),
  );
}

/** A failure is reported by the next list of conversations. */
async function pollAccount(ctx: Ctx, accountId: string): Promise<void> {
  const inboxAccount = await requireInboxAccount(ctx, accountId);
  const { receivedCount } = await refreshAccount(ctx, inboxAccount);
  const { platform } = inboxAccount.account;
  for (let counted = 0; counted < receivedCount; counted += 1) ctx.counts.count('messagePolled', { platform });
}
