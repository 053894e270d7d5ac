import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { platformOf } from './platform-named.ts';
import { openForRevocation } from './sealed-tokens.ts';
import { deleteRevocation, takeRevocation } from './token-revocation-store.ts';

const attemptsMax = 5;
const waitMs = 60_000;

/** Best effort: after five attempts the token is forgotten, and with it the only copy Herald has. */
export async function revokeToken(ctx: Ctx, revocationId: string): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const row = await takeRevocation(ctx.db, scope, { id: revocationId, waitMs });
  if (row === undefined) return;
  const platform = platformOf(ctx, row.platform);
  const { revoke } = platform.adapter.connect;
  const account = {
    providerAccountId: row.provider_account_id,
    username: row.username,
    grantedScopes: [],
    tokens: openForRevocation(ctx.sealer, row, row.tokens_sealed),
    state: row.platform_state,
  };
  const isDone = revoke === undefined || (await revoke({ ...platform.call({ sandbox: row.is_sandbox }), account }));
  if (isDone || row.attempt_count >= attemptsMax) await deleteRevocation(ctx.db, scope, row.id);
}
