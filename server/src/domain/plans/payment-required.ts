import type { Plan } from '../../db/rows.ts';
import { AppError, type PaymentDetails } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import { planLimits } from './limits.ts';

type Refusal = Pick<PaymentDetails, 'reason'> & {
  message: string;
  plan: Plan;
  /** How many are connected. */
  accounts: number;
  more?: PaymentDetails['details'];
};

/** What a plan does not include, told alike wherever its limit was met. */
export function paymentRequired({ site }: Pick<Ctx, 'site'>, { reason, message, ...use }: Refusal): AppError {
  const details = {
    planId: use.plan,
    includedAccounts: planLimits[use.plan].accounts ?? 0,
    freeTierAccountLimit: planLimits.free.accounts ?? 0,
    currentAccountCount: use.accounts,
    hasPaymentMethod: false,
    ...use.more,
  };
  const { documentationUrl, dashboardUrl } = site;
  return new AppError('paymentRequired', message, { payment: { reason, documentationUrl, dashboardUrl, details } });
}
