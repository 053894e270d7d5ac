import type { AccountRow } from '../../db/rows.ts';
import type { AccountCall } from '../../platforms/adapter.ts';
import type { Ctx } from '../context.ts';
import { platformOf } from './platform-named.ts';
import { openTokens } from './tokens/sealed-tokens.ts';

/** What an adapter needs to act for the account, with the token as it is stored. */
export function accountCall(ctx: Pick<Ctx, 'platforms' | 'sealer'>, row: AccountRow): AccountCall {
  return {
    ...platformOf(ctx, row.platform).call({ sandbox: row.is_sandbox }),
    account: {
      providerAccountId: row.provider_account_id,
      username: row.username,
      grantedScopes: row.granted_scopes,
      tokens: row.tokens_sealed === null ? null : openTokens(ctx.sealer, row, row.tokens_sealed),
      state: row.platform_state,
    },
  };
}
