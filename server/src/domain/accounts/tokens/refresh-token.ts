import { inTransaction } from '../../../db/transaction.ts';
import type { AccountRow } from '../../../db/rows.ts';
import { claimToken } from '../../../kernel/crypto/random.ts';
import type { Refreshed, Tokens } from '../../../platforms/adapter.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { accountCall } from '../account-call.ts';
import type { StoredAccount } from '../account.ts';
import { markAccount } from '../mark-account.ts';
import { missingScopes } from '../account-fault.ts';
import { platformOf } from '../platform-named.ts';
import { reportAppProblem } from '../report-app-problem.ts';
import { claimRefresh, readProgress, settleRefresh, type RefreshClaim } from './refresh-store.ts';
import { openTokens, sealTokens } from './sealed-tokens.ts';
import { refreshBackoffMs, tokenColumns } from './token-life.ts';

/** Lets one process call the platform, without an open transaction, while the others wait for its result. */
export async function refreshToken(ctx: Ctx, account: Pick<StoredAccount, 'id' | 'tokenVersion'>): Promise<void> {
  const token = claimToken(ctx.random);
  const claim = { id: account.id, version: account.tokenVersion, token };
  const row = await claimRefresh(ctx.db, scopeOf(ctx.caller), { ...claim, leaseMs: ctx.timing.refreshLeaseMs });
  if (row === undefined) {
    await waitForRival(ctx, account);
    return;
  }
  const platform = platformOf(ctx, row.platform);
  const { refresh } = platform.adapter.connect;
  const result: Refreshed =
    refresh === undefined
      ? { kind: 'later', reason: 'the platform does not support refreshing tokens' }
      : withToken(await refresh(accountCall(ctx, row)));
  ctx.counts.count('tokenRefresh', { platform: row.platform, result: result.kind });
  await settle(ctx, { claim, row, result });
}

async function waitForRival(ctx: Ctx, account: Pick<StoredAccount, 'id' | 'tokenVersion'>): Promise<void> {
  const { refreshWaitMs, refreshPollMs } = ctx.timing;
  for (let waitedMs = 0; waitedMs < refreshWaitMs; waitedMs += refreshPollMs) {
    const progress = await readProgress(ctx.db, scopeOf(ctx.caller), account.id);
    if (progress?.version !== account.tokenVersion || !progress.isClaimed) return;
    await ctx.clock.sleep(refreshPollMs);
  }
}

type RefreshAttempt = { claim: RefreshClaim; row: AccountRow; result: Refreshed };

async function settle(ctx: Ctx, { claim, row, result }: RefreshAttempt): Promise<void> {
  switch (result.kind) {
    case 'refreshed':
      return keep(ctx, { claim, row, result });
    case 'refused':
      // Only if the refused token is still stored: a newer one may be valid.
      return markAccount(ctx, {
        account: { id: row.id, tokenVersion: claim.version },
        fault: result.cause,
        reason: result.reason,
      });
    case 'appProblem': {
      const waitMs = await retryLater(ctx, { claim, row });
      reportAppProblem(ctx, { platform: row.platform, accountId: row.id, waitMs, reason: result.reason });
      return;
    }
    case 'later': {
      const waitMs = await retryLater(ctx, { claim, row, retryAfterMs: result.retryAfterMs });
      ctx.log.warn(
        { accountId: row.id, platform: row.platform, waitMs },
        'a token could not be refreshed; it is retried later',
      );
    }
  }
}

type Delayed = Omit<RefreshAttempt, 'result'> & { retryAfterMs?: number | undefined };

async function retryLater(ctx: Ctx, { claim, row, retryAfterMs }: Delayed): Promise<number> {
  const failures = row.refreshFailures + 1;
  const waitMs = refreshBackoffMs(failures, retryAfterMs);
  const changes = { refreshFailures: failures, refreshAt: new Date(ctx.clock.now().getTime() + waitMs) };
  await settleRefresh(ctx.db, scopeOf(ctx.caller), { claim, changes });
  return waitMs;
}

function withToken(result: Refreshed): Refreshed {
  if (result.kind !== 'refreshed' || result.tokens.accessToken !== '') return result;
  return { kind: 'later', reason: 'the platform returned no token' };
}

type SuccessfulRefresh = RefreshAttempt & { result: Extract<Refreshed, { kind: 'refreshed' }> };

async function keep(ctx: Ctx, { claim, row, result }: SuccessfulRefresh): Promise<void> {
  const tokens = merged(openTokens(ctx.sealer, row, row.tokensSealed ?? ''), result.tokens);
  const now = ctx.clock.now();
  const changes = {
    tokensSealed: sealTokens(ctx.sealer, row, tokens),
    ...tokenColumns(tokens, now),
    tokenVersion: claim.version + 1,
    lastRefreshedAt: now,
    lastCheckedAt: now,
    ...(result.grantedScopes === undefined ? {} : { grantedScopes: [...result.grantedScopes] }),
  };
  const isKept = await inTransaction(ctx, (ctx) => settleRefresh(ctx.db, scopeOf(ctx.caller), { claim, changes }));
  const missing = missingScopes(platformOf(ctx, row.platform).adapter, result.grantedScopes ?? row.grantedScopes);
  if (!isKept || missing.length === 0 || result.grantedScopes === undefined) return;
  await markAccount(ctx, {
    account: { id: row.id, tokenVersion: claim.version + 1 },
    fault: 'scopeMissing',
    reason: 'A permission that publishing requires was revoked',
    missingScopes: missing,
  });
}

function merged(old: Tokens, fresh: Tokens): Tokens {
  const refreshToken = fresh.refreshToken === '' ? undefined : fresh.refreshToken;
  const currentToken = refreshToken ?? old.refreshToken;
  return currentToken === undefined ? fresh : { ...fresh, refreshToken: currentToken };
}
