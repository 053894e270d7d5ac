import { AppError } from '../../kernel/errors.ts';
import { parsePlatformJson } from '../../kernel/outbound/platform-json.ts';
import type { PlatformEvent } from '../../platforms/adapter.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { receiveComment, refreshComment } from '../comments/receive-comment.ts';
import type { Ctx, SystemCtx } from '../context.ts';
import { receiveMessage } from '../inbox/receive-message.ts';
import { selectEventAccounts, type ClaimedEvent } from './platform-event-store.ts';

/** Repeatable: an event that was processed before, or out of order, changes nothing. */
export async function processEvent(systemCtx: SystemCtx, { platform, isSandbox, body }: ClaimedEvent): Promise<void> {
  const { events } = platformOf(systemCtx, platform).adapter;
  for (const event of events?.read(parsePlatformJson(body.toString())) ?? []) {
    const { providerAccountId } = event;
    const accounts = await selectEventAccounts(systemCtx.db, { platform, isSandbox, providerAccountId });
    for (const { id, ownerId } of accounts) {
      const ctx: Ctx = { ...systemCtx, caller: { kind: 'system', ownerId } };
      await apply(ctx, id, event).catch(ignoreDisconnected);
    }
  }
}

async function apply(ctx: Ctx, accountId: string, event: PlatformEvent): Promise<void> {
  if (event.kind === 'message') await receiveMessage(ctx, accountId, event);
  else if (event.kind === 'comment') await receiveComment(ctx, accountId, event);
  else await refreshComment(ctx, accountId, event);
}

/** An account that was removed or lost its connection must not keep the event from others. */
function ignoreDisconnected(error: unknown): void {
  const isDisconnected =
    error instanceof AppError &&
    ['accountNotFound', 'connectionDead', 'platformCapabilityMissing'].includes(error.code);
  if (!isDisconnected) throw error;
}
