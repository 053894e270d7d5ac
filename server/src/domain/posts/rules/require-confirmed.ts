import { AppError } from '../../../kernel/errors.ts';
import type { StoredTarget } from '../model/post.ts';

export function requireConfirmed(targets: readonly StoredTarget[], isConfirmed: boolean): void {
  const unknown = targets.find(({ errorCode: code }) => code === 'outcomeUnknown');
  if (unknown === undefined || isConfirmed) return;
  throw new AppError(
    'outcomeUnknown',
    `The post may already be published on ${unknown.username}: check there, then set confirm to true to publish it again`,
    { param: 'confirm' },
  );
}
