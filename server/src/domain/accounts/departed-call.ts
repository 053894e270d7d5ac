import type { TokenRevocationRow } from '../../db/rows.ts';
import type { AccountCall } from '../../platforms/adapter.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { platformOf } from './platform-named.ts';
import { openForRevocation } from './sealed-tokens.ts';
import { findRevocation } from './token-revocation-store.ts';

/** To act for an account that is gone, as long as its token is not revoked. */
export async function findDepartedCall(ctx: Ctx, accountId: string): Promise<AccountCall | undefined> {
  const row = await findRevocation(ctx.db, scopeOf(ctx.caller), { accountId });
  return row && departedCall(ctx, row);
}

export function departedCall(ctx: Pick<Ctx, 'platforms' | 'sealer'>, row: TokenRevocationRow): AccountCall {
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
