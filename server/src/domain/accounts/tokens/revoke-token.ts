import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { platformOf } from '../platform-named.ts';
import { disconnectedCall } from '../account-call.ts';
import { selectDueRevocations } from './due-refresh-store.ts';
import { deleteRevocation, findRevocation, takeRevocation } from './token-revocation-store.ts';

const attemptsMax = 5;
const waitMs = 60_000;

/** Best effort: after five attempts the token is deleted unrevoked. */
export async function revokeToken(ctx: Ctx, revocationId: string): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const row = await takeRevocation(ctx.db, scope, { id: revocationId, waitMs });
  if (row === undefined) return;
  const { revoke } = platformOf(ctx, row.platform).adapter.connect;
  const isDone = revoke === undefined || (await revoke(disconnectedCall(ctx, row)));
  if (isDone || row.attemptCount >= attemptsMax) await deleteRevocation(ctx.db, scope, row.id);
}

export function findDueRevocations(ctx: Pick<Ctx, 'db'>): Promise<{ id: string; ownerId: string }[]> {
  return selectDueRevocations(ctx.db);
}

export async function findRevokedAccount(ctx: Ctx, revocationId: string): Promise<string | null> {
  const row = await findRevocation(ctx.db, scopeOf(ctx.caller), { id: revocationId });
  return row?.accountId ?? null;
}
