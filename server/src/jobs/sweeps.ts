import { refreshDueTokens } from '../domain/accounts/tokens/refresh-due-tokens.ts';
import { collectMetrics } from '../domain/analytics/collect-metrics.ts';
import { collectFollowers } from '../domain/analytics/collect-followers.ts';
import { purgeAutomations } from '../domain/automations/delete-automation.ts';
import { subscribeAccounts } from '../domain/accounts/subscribe-accounts.ts';
import { pollComments } from '../domain/comments/poll-comments.ts';
import { importExternalPosts } from '../domain/external-posts/import-external-posts.ts';
import { pollInbox } from '../domain/inbox/poll-inbox.ts';
import { readAwaitedCodes } from '../domain/connect/read-awaited-codes.ts';
import type { Timing } from '../domain/context.ts';
import { deleteExpiredFiles } from '../domain/media/space/delete-expired-files.ts';
import { revokeUnusedTokens } from '../domain/posts/account-targets.ts';
import { keepPartitions } from '../domain/retention/keep-partitions.ts';
import { purgeOld } from '../domain/retention/purge-old.ts';
import { sweepInTransaction, type SweepCtx } from '../domain/background/sweep.ts';
import { sweepWorkers } from '../domain/workers/sweep-workers.ts';

/** Sweeps find due rows themselves, so nothing has to announce them. */
export type Sweep = {
  /** Also names the queue whose wake-ups run it. */
  name: string;
  everyMs(timing: Timing): number;
  run(ctx: SweepCtx): Promise<void>;
};

export const sweeps: readonly Sweep[] = [
  {
    name: 'workers',
    everyMs: (timing) => timing.workerSweepMs,
    run: (ctx) => sweepInTransaction(ctx, 'workers', sweepWorkers),
  },
  { name: 'partitions', everyMs: (timing) => timing.partitionSweepMs, run: keepPartitions },
  { name: 'retention', everyMs: (timing) => timing.retentionSweepMs, run: purgeOld },
  { name: 'tokens', everyMs: (timing) => timing.tokenSweepMs, run: refreshDueTokens },
  { name: 'revocations', everyMs: (timing) => timing.tokenSweepMs, run: revokeUnusedTokens },
  { name: 'subscriptions', everyMs: (timing) => timing.tokenSweepMs, run: subscribeAccounts },
  { name: 'deletedAutomations', everyMs: (timing) => timing.mediaSweepMs, run: purgeAutomations },
  { name: 'comments', everyMs: (timing) => timing.tokenSweepMs, run: pollComments },
  { name: 'inbox', everyMs: (timing) => timing.tokenSweepMs, run: pollInbox },
  { name: 'metrics', everyMs: (timing) => timing.tokenSweepMs, run: collectMetrics },
  { name: 'followers', everyMs: (timing) => timing.tokenSweepMs, run: collectFollowers },
  { name: 'externalPosts', everyMs: (timing) => timing.tokenSweepMs, run: importExternalPosts },
  { name: 'codes', everyMs: (timing) => timing.codeSweepMs, run: readAwaitedCodes },
  { name: 'files', everyMs: (timing) => timing.mediaSweepMs, run: deleteExpiredFiles },
];
