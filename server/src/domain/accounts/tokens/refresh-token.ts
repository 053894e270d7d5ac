import { inTransaction } from '../../../db/transaction.ts';
import type { AccountRow } from '../../../db/rows.ts';
import { claimToken } from '../../../kernel/crypto/random.ts';
import type { Refreshed, Tokens } from '../../../platforms/adapter.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { accountCall } from '../account-call.ts';
import type { StoredAccount } from '../account.ts';
import { markAccount } from '../mark-account.ts';
import { missingScopes } from '../missing-scopes.ts';
import { platformOf } from '../platform-named.ts';
import { reportAppProblem } from '../report-app-problem.ts';
import { claimRefresh, readProgress, settleRefresh, type RefreshClaim } from './refresh-store.ts';
import { openTokens, sealTokens } from './sealed-tokens.ts';
import { refreshBackoffMs, tokenColumns } from './token-life.ts';

/**
 * Replaces the token that `account` was read with. One process at a time calls the network, with no transaction open;
 * whoever comes second waits for what the first one brings.
 */
export async function refreshToken(ctx: Ctx, account: Pick<StoredAccount, 'id' | 'token_version'>): Promise<void> {
  const token = claimToken(ctx.random);
  const claim = { id: account.id, version: account.token_version, token };
  const row = await claimRefresh(ctx.db, scopeOf(ctx.caller), { ...claim, leaseMs: ctx.timing.refreshLeaseMs });
  if (row === undefined) {
    await waitForRival(ctx, account);
    return;
  }
  const platform = platformOf(ctx, row.platform);
  const { refresh } = platform.adapter.connect;
  const answer: Refreshed =
    refresh === undefined
      ? { kind: 'later', reason: 'the network knows no refresh' }
      : await refresh(accountCall(ctx, row));
  await settle(ctx, { claim, row, answer });
}

async function waitForRival(ctx: Ctx, account: Pick<StoredAccount, 'id' | 'token_version'>): Promise<void> {
  const { refreshWaitMs, refreshPollMs } = ctx.timing;
  for (let waitedMs = 0; waitedMs < refreshWaitMs; waitedMs += refreshPollMs) {
    const progress = await readProgress(ctx.db, scopeOf(ctx.caller), account.id);
    if (progress?.version !== account.token_version || !progress.isClaimed) return;
    await ctx.clock.sleep(refreshPollMs);
  }
}

type Answered = { claim: RefreshClaim; row: AccountRow; answer: Refreshed };

async function settle(ctx: Ctx, { claim, row, answer }: Answered): Promise<void> {
  switch (answer.kind) {
    case 'refreshed': {
      // Empty never overwrites.
      if (answer.tokens.accessToken === '') return settle(ctx, { claim, row, answer: emptyAnswer });
      return keep(ctx, { claim, row, answer });
    }
    case 'refused':
      ctx.log.warn({ accountId: row.id, platform: row.platform }, 'a network refused to refresh a token');
      // Only while the version is the one that was refused: a rival's newer token may be alive.
      return markAccount(ctx, {
        account: { id: row.id, token_version: claim.version },
        fault: answer.cause,
        reason: answer.reason,
      });
    case 'appProblem': {
      const waitMs = await retryLater(ctx, { claim, row });
      reportAppProblem(ctx, { platform: row.platform, accountId: row.id, waitMs, reason: answer.reason });
      return;
    }
    case 'later': {
      const waitMs = await retryLater(ctx, { claim, row, retryAfterMs: answer.retryAfterMs });
      ctx.log.warn({ accountId: row.id, platform: row.platform, waitMs }, 'a token could not be refreshed yet');
    }
  }
}

type Delayed = Omit<Answered, 'answer'> & { retryAfterMs?: number | undefined };

/** Schedules the next refresh with backoff and returns the wait. */
async function retryLater(ctx: Ctx, { claim, row, retryAfterMs }: Delayed): Promise<number> {
  const failures = row.refresh_failures + 1;
  const waitMs = refreshBackoffMs(failures, retryAfterMs);
  const changes = { refresh_failures: failures, refresh_at: new Date(ctx.clock.now().getTime() + waitMs) };
  await settleRefresh(ctx.db, scopeOf(ctx.caller), { claim, changes });
  return waitMs;
}

const emptyAnswer: Refreshed = { kind: 'later', reason: 'the network answered without a token' };

type Kept = Answered & { answer: Extract<Refreshed, { kind: 'refreshed' }> };

async function keep(ctx: Ctx, { claim, row, answer }: Kept): Promise<void> {
  const tokens = merged(openTokens(ctx.sealer, row, row.tokens_sealed ?? ''), answer.tokens);
  const now = ctx.clock.now();
  const changes = {
    tokens_sealed: sealTokens(ctx.sealer, row, tokens),
    ...tokenColumns(tokens, now),
    token_version: claim.version + 1,
    last_refreshed_at: now,
    last_checked_at: now,
    ...(answer.grantedScopes === undefined ? {} : { granted_scopes: [...answer.grantedScopes] }),
  };
  const isKept = await inTransaction(ctx, (ctx) => settleRefresh(ctx.db, scopeOf(ctx.caller), { claim, changes }));
  const missing = missingScopes(platformOf(ctx, row.platform).adapter, answer.grantedScopes ?? row.granted_scopes);
  if (!isKept || missing.length === 0 || answer.grantedScopes === undefined) return;
  await markAccount(ctx, {
    account: { id: row.id, token_version: claim.version + 1 },
    fault: 'scopeMissing',
    reason: 'A permission that publishing needs was taken away',
    missingScopes: missing,
  });
}

/** A network that does not name the refresh token again means the one there was. */
function merged(old: Tokens, fresh: Tokens): Tokens {
  const refreshToken = fresh.refreshToken === '' ? undefined : fresh.refreshToken;
  const kept = refreshToken ?? old.refreshToken;
  return kept === undefined ? fresh : { ...fresh, refreshToken: kept };
}
