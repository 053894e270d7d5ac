import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { planLimits } from '../plans/limits.ts';
import { paymentRequired } from '../plans/payment-required.ts';
import { selectAccountUse } from './account-store.ts';

type Question = {
  destination: { profileId: string; platform: string };
  added: number | 'unknown';
};

/** Exact only under the owner's lock. `unknown` refuses early what would be refused later. */
export async function checkAccountLimit(
  ctx: Pick<Ctx | TxCtx, 'db' | 'caller' | 'site'>,
  { destination, added }: Question,
): Promise<void> {
  if (added === 0) return;
  const { plan, counted, ofPlatformHere: isHere } = await selectAccountUse(ctx.db, scopeOf(ctx.caller), destination);
  const limit = planLimits[plan].accounts;
  if (limit === null) return;
  // May reconnect an account of this platform, which adds none.
  if (added === 'unknown' && isHere) return;
  if (counted + (added === 'unknown' ? 1 : added) <= limit) return;
  throw paymentRequired(ctx, {
    reason: 'freeTierExceeded',
    message: `The ${plan} plan includes ${limit} connected accounts: disconnect one, or change the plan`,
    ...{ plan, accounts: counted },
  });
}
