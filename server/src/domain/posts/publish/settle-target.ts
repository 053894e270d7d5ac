import type { Settled } from '../../../platforms/adapter.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { askLater } from './ask-later.ts';
import { failedTarget } from './end-target.ts';
import { isOwnedByOther } from './held-target-store.ts';
import { sendTarget } from './send-target.ts';
import type { Sending } from './sending.ts';
import { finish } from './take-outcome.ts';
import { waitTarget } from './wait-target.ts';

/** After doubt: never sent again unless the network says for certain that it is not there, and late enough to know. */
export async function settleTarget(ctx: Ctx, sending: Sending): Promise<void> {
  const { call, publish, networked, target } = sending;
  const { handle, sent_at: sentAt } = target;
  if (handle === null || sentAt === null) throw new Error('a target without a trace cannot be looked for');
  const settled = await distinct(ctx, sending, await publish.settle(call, networked, { handle, sentAt }));
  switch (settled.kind) {
    case 'found':
      return await finish(ctx, sending, { ...settled, entries: [looked('found', 'The platform has it')] });
    case 'absent':
      return await sendAgain(ctx, sending);
    case 'inconclusive':
      // A look that failed is none, whoever wants it sent again.
      if (settled.canAskAgain) return await askLater(ctx, target, settled.reason);
      if (target.is_confirmed) return await sendTarget(ctx, sending);
      return await failedTarget(ctx, target, {
        code: 'outcomeUnknown',
        message: `It is not known whether the post is out: ${settled.reason}`,
      });
  }
}

/** A post of the network that another target has is not ours. */
async function distinct(ctx: Ctx, { target }: Sending, settled: Settled): Promise<Settled> {
  if (settled.kind !== 'found') return settled;
  const { post_id, account_id } = target;
  const place = { post_id, account_id, platformPostId: settled.id };
  if (!(await isOwnedByOther(ctx.db, scopeOf(ctx.caller), place))) return settled;
  return { kind: 'inconclusive', reason: 'What was found belongs to another post', canAskAgain: false };
}

async function sendAgain(ctx: Ctx, sending: Sending): Promise<void> {
  const { target, hold, now } = sending;
  const leftMs = (target.settle_after ?? now).getTime() - now.getTime();
  if (leftMs > 0) {
    const reason = 'It may still be on its way';
    const entries = [looked('notFound', 'The platform does not have it')];
    return await waitTarget(ctx, target, { changes: { stage: 'reconciling' }, dueInMs: leftMs, reason, entries });
  }
  if (hold.isLost()) return;
  await sendTarget(ctx, sending);
}

function looked(result: 'found' | 'notFound', summary: string) {
  return { kind: 'outcomeCheck', summary, detail: { result } } as const;
}
