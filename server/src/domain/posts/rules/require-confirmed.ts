import { AppError } from '../../../kernel/errors.ts';
import type { StoredTarget } from '../model/post.ts';

/** A target that may be live is published again only with `confirm`. */
export function requireConfirmed(targets: readonly StoredTarget[], isConfirmed: boolean): void {
  const unknown = targets.find(({ error_code: code }) => code === 'outcomeUnknown');
  if (unknown === undefined || isConfirmed) return;
  throw new AppError(
    'outcomeUnknown',
    `It may be published on ${unknown.username} already: look there, and send confirm to publish it again`,
    { param: 'confirm' },
  );
}
