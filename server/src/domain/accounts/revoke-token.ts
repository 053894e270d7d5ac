import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { platformOf } from './platform-named.ts';
import { hasUnsettled } from '../posts/account-targets.ts';
import { departedCall } from './departed-call.ts';
import { deleteRevocation, findRevocation, takeRevocation } from './token-revocation-store.ts';

const attemptsMax = 5;
const waitMs = 60_000;

/** Best effort: after five attempts the token is forgotten, and with it the only copy Herald has. */
export async function revokeToken(ctx: Ctx, revocationId: string): Promise<void> {
  const scope = scopeOf(ctx.caller);
  // What may be out on the account is looked for with this token.
  if (await isNeeded(ctx, revocationId)) return;
  const row = await takeRevocation(ctx.db, scope, { id: revocationId, waitMs });
  if (row === undefined) return;
  const { revoke } = platformOf(ctx, row.platform).adapter.connect;
  const isDone = revoke === undefined || (await revoke(departedCall(ctx, row)));
  if (isDone || row.attempt_count >= attemptsMax) await deleteRevocation(ctx.db, scope, row.id);
}

async function isNeeded(ctx: Ctx, id: string): Promise<boolean> {
  const scope = scopeOf(ctx.caller);
  const row = await findRevocation(ctx.db, scope, { id });
  return row?.account_id !== undefined && row.account_id !== null && (await hasUnsettled(ctx, row.account_id));
}
