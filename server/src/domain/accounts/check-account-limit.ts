import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { planLimits } from '../plans/limits.ts';
import { paymentRequired } from '../plans/payment-required.ts';
import { selectAccountUse } from './account-store.ts';

type Question = {
  place: { profileId: string; platform: string };
  /** How many would come; unknown before the person has chosen. */
  added: number | 'unknown';
};

/** Exact under the owner's lock; before it, only what is certain to be refused is. */
export async function checkAccountLimit(
  ctx: Pick<Ctx | TxCtx, 'db' | 'caller' | 'site'>,
  { place, added }: Question,
): Promise<void> {
  if (added === 0) return;
  const { plan, counted, of_platform_here: isHere } = await selectAccountUse(ctx.db, scopeOf(ctx.caller), place);
  const limit = planLimits[plan].accounts;
  if (limit === null) return;
  // Whoever holds an account of the platform in this profile may be about to connect it again.
  if (added === 'unknown' && isHere) return;
  if (counted + (added === 'unknown' ? 1 : added) <= limit) return;
  throw paymentRequired(ctx, {
    reason: 'freeTierExceeded',
    message: `The ${plan} plan includes ${limit} connected accounts: disconnect one, or change the plan`,
    ...{ plan, accounts: counted },
  });
}
