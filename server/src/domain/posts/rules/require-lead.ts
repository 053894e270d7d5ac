import { AppError } from '../../../kernel/errors.ts';
import { leadMsMax, leadMsMin } from '../model/limits.ts';
import type { Mode } from '../request/read-mode.ts';

export function requireLead(mode: Mode, now: Date | undefined): void {
  if (mode.kind !== 'at' || now === undefined) return;
  const leadMs = mode.scheduledFor.getTime() - now.getTime();
  if (leadMs >= leadMsMin && leadMs <= leadMsMax) return;
  const side = leadMs < leadMsMin ? 'at least 60 seconds' : 'at most 366 days';
  throw new AppError('validation', `scheduledFor must be ${side} in the future`, { param: 'scheduledFor' });
}
