import type { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';

/** When to repeat a read that failed; undefined if it would fail again, so that the next regular time is soon enough. */
export function retryInMs({ timing }: Pick<Ctx, 'timing'>, { code, details }: AppError): number | undefined {
  if (code !== 'platformUnavailable' && code !== 'platformThrottled') return undefined;
  return Math.max((details.retryAfterSeconds ?? 0) * 1000, timing.analyticsRetryMs);
}
