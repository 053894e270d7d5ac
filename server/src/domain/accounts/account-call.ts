import type { AccountRow } from '../../db/rows.ts';
import type { AccountCall } from '../../platforms/adapter.ts';
import type { Ctx } from '../context.ts';
import { platformOf } from './platform-named.ts';
import { openTokens } from './tokens/sealed-tokens.ts';

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
