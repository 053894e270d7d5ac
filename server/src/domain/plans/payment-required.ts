import type { Plan } from '../../db/rows.ts';
import { AppError, type PaymentDetails } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import { planLimits } from './limits.ts';

type Refusal = Pick<PaymentDetails, 'reason'> & {
  message: string;
  plan: Plan;
  accounts: number;
  more?: PaymentDetails['details'];
};

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
