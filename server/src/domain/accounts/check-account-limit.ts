import type { Plan } from '../../db/rows.ts';
import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { planLimits } from '../plans/limits.ts';
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
  const use = await selectAccountUse(ctx.db, scopeOf(ctx.caller), place);
  const limit = planLimits[use.plan as Plan].accounts;
  if (limit === null) return;
  // Whoever holds an account of the platform in this profile may be about to connect it again.
  if (added === 'unknown' && use.of_platform_here) return;
  if (use.counted + (added === 'unknown' ? 1 : added) <= limit) return;
  throw new AppError(
    'paymentRequired',
    `The ${use.plan} plan includes ${limit} connected accounts: disconnect one, or change the plan`,
    {
      payment: {
        reason: 'freeTierExceeded',
        documentationUrl: ctx.site.documentationUrl,
        dashboardUrl: ctx.site.dashboardUrl,
        details: {
          planId: use.plan,
          includedAccounts: limit,
          freeTierAccountLimit: planLimits.free.accounts ?? 0,
          currentAccountCount: use.counted,
          hasPaymentMethod: false,
        },
      },
    },
  );
}
