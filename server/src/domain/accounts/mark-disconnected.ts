import type { Refusal } from '../../platforms/adapter.ts';
import type { Ctx } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { markAccount } from './mark-account.ts';

/** A network no longer lets anybody act for the account. */
export async function markDisconnected(
  ctx: Ctx,
  account: StoredAccount,
  { cause, reason }: Extract<Refusal, { kind: 'disconnected' }>,
): Promise<void> {
  // One that merely expired and cannot be refreshed is as dead as one that was refused.
  const fault = cause === 'authorizationRemoved' ? 'authorizationRemoved' : 'tokenDead';
  await markAccount(ctx, { account, fault, reason });
}
