import type { AccountRow, TokenRevocationRow } from '../../db/rows.ts';
import type { AccountCall } from '../../platforms/adapter.ts';
import type { Ctx } from '../context.ts';
import { platformOf } from './platform-named.ts';
import { openTokens, openForRevocation } from './tokens/sealed-tokens.ts';
import { scopeOf } from '../access.ts';
import { findRevocation } from './tokens/token-revocation-store.ts';

/** Does not refresh the token; `openAccount` does. */
export function accountCall(ctx: Pick<Ctx, 'platforms' | 'sealer'>, row: AccountRow): AccountCall {
  return {
    ...platformOf(ctx, row.platform).call({ sandbox: row.isSandbox }),
    account: {
      providerAccountId: row.providerAccountId,
      username: row.username,
      grantedScopes: row.grantedScopes,
      tokens: row.tokensSealed === null ? null : openTokens(ctx.sealer, row, row.tokensSealed),
      state: row.platformState,
    },
  };
}

export async function findDisconnectedCall(ctx: Ctx, accountId: string): Promise<AccountCall | undefined> {
  const row = await findRevocation(ctx.db, scopeOf(ctx.caller), { accountId });
  return row && disconnectedCall(ctx, row);
}

export function disconnectedCall(ctx: Pick<Ctx, 'platforms' | 'sealer'>, row: TokenRevocationRow): AccountCall {
  return {
    ...platformOf(ctx, row.platform).call({ sandbox: row.isSandbox }),
    account: {
      providerAccountId: row.providerAccountId,
      username: row.username,
      grantedScopes: [],
      tokens: openForRevocation(ctx.sealer, row, row.tokensSealed),
      state: row.platformState,
    },
  };
}
