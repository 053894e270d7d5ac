import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { gainsOf, type Coming } from './counted.ts';
import { planLimits } from './limits.ts';
import { paymentRequired } from './payment-required.ts';
import { selectMonths } from './usage-store.ts';

/** Exact only under the owner's lock. */
export async function checkPostAllowance(
  ctx: Pick<Ctx | TxCtx, 'db' | 'caller' | 'site'>,
  coming: readonly Coming[],
): Promise<void> {
  const gains = gainsOf(coming);
  if (gains.length === 0) return;
  const { plan, accounts, posts } = await selectMonths(
    ctx.db,
    scopeOf(ctx.caller),
    gains.map(({ month }) => month),
  );
  const limit = planLimits[plan].postsPerMonth;
  if (limit === null) return;
  for (const [index, { month, gain }] of gains.entries()) {
    const used = posts[index] ?? 0;
    if (used + gain <= limit) continue;
    const name = month.toISOString().slice(0, 7);
    throw paymentRequired(ctx, {
      reason: 'freePostLimitExceeded',
      message:
        `The ${plan} plan includes ${limit} platform posts per UTC month: ${name} has ${used}, and this request adds ` +
        `${gain} more. Choose another month, delete scheduled posts of that month, or change the plan`,
      ...{ plan, accounts, more: { postsUsed: used, postLimit: limit } },
    });
  }
}
