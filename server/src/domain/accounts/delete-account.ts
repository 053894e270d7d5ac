import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { emit } from '../events/emit.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { revokeTokenJob } from './account-jobs.ts';
import type { StoredAccount } from './account.ts';
import { deleteAccountRow } from './account-store.ts';
import { accountView } from './account-view.ts';
import { openTokens, sealForRevocation } from './tokens/sealed-tokens.ts';
import { insertRevocation } from './tokens/token-revocation-store.ts';

/** Deletes the account at once; its token is revoked in the background. Its targets are the caller's concern. */
export async function deleteAccount(ctx: TxCtx, row: StoredAccount): Promise<void> {
  // A concurrent request was faster and has emitted the event.
  if (!(await deleteAccountRow(ctx.db, scopeOf(ctx.caller), row.id))) return;
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
