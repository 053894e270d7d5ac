import { inTransaction } from '../../db/transaction.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { emit } from '../events/emit.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { leaveAccount } from '../posts/account-targets.ts';
import { revokeTokenJob } from './account-jobs.ts';
import type { StoredAccount } from './account.ts';
import { deleteAccountRow } from './account-store.ts';
import { accountView } from './account-view.ts';
import { requireAccount } from './require-account.ts';
import { openTokens, sealForRevocation } from './sealed-tokens.ts';
import { insertRevocation } from './token-revocation-store.ts';

/** The account goes at once; its token follows as soon as the network takes it back. */
export async function deleteAccount(ctx: Ctx, accountId: string): Promise<void> {
  const scope = scopeOf(ctx.caller);
  await inTransaction(ctx, async (ctx) => {
    const row = await requireAccount(ctx, accountId);
    await leaveAccount(ctx, row);
    // A rival was quicker, and has told everybody.
    if (!(await deleteAccountRow(ctx.db, scope, row.id))) return;
    await revokeLater(ctx, row);
    await emit(ctx, {
      type: 'account.disconnected',
      resourceId: row.id,
      data: {
        account: { ...accountView(row), status: 'disconnected', isActive: false },
        disconnectionType: 'intentional',
        reason: 'The account was disconnected through the API',
        profileIds: [row.profile_id],
      },
    });
  });
}

async function revokeLater(ctx: TxCtx, row: StoredAccount): Promise<void> {
  if (row.tokens_sealed === null || row.fault !== null) return;
  const key = { id: ctx.ids.make('revocation'), owner_id: row.owner_id };
  const now = ctx.clock.now();
  await insertRevocation(ctx.db, {
    ...key,
    account_id: row.id,
    platform: row.platform,
    is_sandbox: row.is_sandbox,
    provider_account_id: row.provider_account_id,
    username: row.username,
    platform_state: row.platform_state,
    tokens_sealed: sealForRevocation(ctx.sealer, key, openTokens(ctx.sealer, row, row.tokens_sealed)),
    attempt_count: 0,
    next_attempt_at: now,
    created_at: now,
  });
  await enqueue(ctx, revokeTokenJob, [{ payload: { ownerId: row.owner_id, revocationId: key.id } }]);
}
