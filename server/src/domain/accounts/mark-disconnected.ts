import type { Refusal } from '../../platforms/adapter.ts';
import type { Ctx } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { markAccount } from './mark-account.ts';

export async function markDisconnected(
  ctx: Ctx,
  account: StoredAccount,
  { cause, reason }: Extract<Refusal, { kind: 'disconnected' }>,
): Promise<void> {
  // An expired token that cannot be refreshed is treated like a refused one.
  const fault = cause === 'authorizationRemoved' ? 'authorizationRemoved' : 'tokenDead';
  await markAccount(ctx, { account, fault, reason });
}
