import type { TokenRevocationRow } from '../../db/rows.ts';
import type { AccountCall } from '../../platforms/adapter.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { platformOf } from './platform-named.ts';
import { openForRevocation } from './tokens/sealed-tokens.ts';
import { findRevocation } from './tokens/token-revocation-store.ts';

/** Calls the platform for a disconnected account, as long as its token is not revoked. */
export async function findDisconnectedCall(ctx: Ctx, accountId: string): Promise<AccountCall | undefined> {
  const row = await findRevocation(ctx.db, scopeOf(ctx.caller), { accountId });
  return row && disconnectedCall(ctx, row);
}

export function disconnectedCall(ctx: Pick<Ctx, 'platforms' | 'sealer'>, row: TokenRevocationRow): AccountCall {
  return {
    ...platformOf(ctx, row.platform).call({ sandbox: row.is_sandbox }),
    account: {
      providerAccountId: row.provider_account_id,
      username: row.username,
      grantedScopes: [],
      tokens: openForRevocation(ctx.sealer, row, row.tokens_sealed),
      state: row.platform_state,
    },
  };
}
