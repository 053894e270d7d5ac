import { claimToken } from '../../kernel/crypto/random.ts';
import { createClaimLoop, type ClaimLoop } from '../background/claim-loop.ts';
import type { SystemCtx } from '../context.ts';
import { claimLogs, type ClaimedLog } from './reply-queue-store.ts';
import { workOnLog } from './work-on-log.ts';

const atOnceMax = 8;

export function createAutomationEngine(ctx: SystemCtx): ClaimLoop {
  return createClaimLoop<ClaimedLog>({
    ctx,
    label: 'automation logs',
    claim: (inProgress) => {
      const limit = atOnceMax - inProgress.length;
      if (limit <= 0) return Promise.resolve([]);
      return claimLogs(ctx.db, { limit, token: claimToken(ctx.random), leaseMs: ctx.timing.automationLeaseMs });
    },
    work: (log) => workOnLog({ ...ctx, caller: { kind: 'system', ownerId: log.ownerId } }, log),
  });
}
