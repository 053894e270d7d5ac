import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { emit } from '../events/emit.ts';
import type { StoredAccount } from './account.ts';
import { deleteAccountRow } from './account-store.ts';
import { accountView } from './account-view.ts';
import { openTokens, sealForRevocation } from './tokens/sealed-tokens.ts';
import { insertRevocation } from './tokens/token-revocation-store.ts';

/** Revokes the token in the background. The caller handles the targets. */
export async function deleteAccount(ctx: TxCtx, row: StoredAccount): Promise<void> {
  // A concurrent request deleted it and emitted the event.
  if (!(await deleteAccountRow(ctx.db, scopeOf(ctx.caller), row.id))) return;
  await revokeLater(ctx, row);
  emit(ctx, {
    type: 'account.disconnected',
    resourceId: row.id,
    data: {
      account: { ...accountView(row), status: 'disconnected', isActive: false },
      disconnectionType: 'intentional',
      reason: 'The account was disconnected through the API',
      profileIds: [row.profileId],
    },
  });
}

async function revokeLater(ctx: TxCtx, row: StoredAccount): Promise<void> {
  if (row.tokensSealed === null || row.fault !== null) return;
  const key = { id: ctx.ids.make('revocation'), ownerId: row.ownerId };
  const now = ctx.clock.now();
  await insertRevocation(ctx.db, {
    ...key,
    accountId: row.id,
    platform: row.platform,
    isSandbox: row.isSandbox,
    providerAccountId: row.providerAccountId,
    username: row.username,
    platformState: row.platformState,
    tokensSealed: sealForRevocation(ctx.sealer, key, openTokens(ctx.sealer, row, row.tokensSealed)),
    attemptCount: 0,
    nextAttemptAt: now,
    createdAt: now,
  });
  ctx.wake('revocations');
}
