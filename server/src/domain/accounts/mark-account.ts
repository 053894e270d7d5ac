import { inTransaction } from '../../db/transaction.ts';
import type { AccountFault } from '../../db/rows.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { emit } from '../events/emit.ts';
import type { StoredAccount } from './account.ts';
import { updateAccountRow } from './account-store.ts';
import { accountView } from './account-view.ts';
import { requireAccount } from './find-accounts.ts';
import type { Refusal } from '../../platforms/adapter.ts';

type Verdict = {
  account: Pick<StoredAccount, 'id' | 'tokenVersion'>;
  fault: AccountFault;
  reason: string;
  missingScopes?: readonly string[];
};

/** Does nothing if the token has changed since the refusal, because the account may have been reconnected. */
export async function markAccount(ctx: Ctx, verdict: Verdict): Promise<void> {
  const { account, fault } = verdict;
  const marked = await inTransaction(ctx, async (ctx) => {
    const before = await requireAccount(ctx, account.id);
    const status = before.status === 'disabled' ? ('disabled' as const) : statuses[fault];
    const changes = {
      status,
      fault,
      refreshAt: null,
      refreshClaim: null,
      refreshLeaseUntil: null,
      lastCheckedAt: ctx.clock.now(),
    };
    const isMarked = await updateAccountRow(ctx.db, scopeOf(ctx.caller), {
      id: account.id,
      version: account.tokenVersion,
      changes,
    });
    if (!isMarked || status === before.status) return undefined;
    await emitFault(ctx, verdict);
    return before;
  });
  if (marked === undefined) return;
  const { ownerId, platform } = marked;
  ctx.counts.count('accountFault', { platform, fault });
  ctx.log.warn(
    { ownerId, accountId: account.id, platform, fault, reason: verdict.reason },
    'account needs reconnection',
  );
}

const statuses = {
  tokenDead: 'needsReauth',
  scopeMissing: 'needsReauth',
  authorizationRemoved: 'disconnected',
} as const;

async function emitFault(ctx: TxCtx, { account, fault, reason, missingScopes }: Verdict): Promise<void> {
  const row = await requireAccount(ctx, account.id);
  const data = { account: accountView(row), reason, profileIds: [row.profileId] };
  if (fault === 'authorizationRemoved') {
    emit(ctx, {
      type: 'account.disconnected',
      resourceId: row.id,
      data: { ...data, disconnectionType: 'unintentional' },
    });
    return;
  }
  const scopes = missingScopes === undefined ? {} : { missingScopes: [...missingScopes] };
  emit(ctx, { type: 'account.needs_reauth', resourceId: row.id, data: { ...data, ...scopes } });
}

export async function markDisconnected(
  ctx: Ctx,
  account: StoredAccount,
  { cause, reason }: Extract<Refusal, { kind: 'disconnected' }>,
): Promise<void> {
  // Treats an expired token that cannot be refreshed like a refused one.
  const fault = cause === 'authorizationRemoved' ? 'authorizationRemoved' : 'tokenDead';
  await markAccount(ctx, { account, fault, reason });
}
