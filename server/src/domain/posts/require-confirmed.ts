import { AppError } from '../../kernel/errors.ts';
import { untouched } from './new-target-row.ts';
import type { StoredTarget } from './post.ts';

/** What may be out already goes out again only when somebody says so. */
export function requireConfirmed(targets: readonly StoredTarget[], isConfirmed: boolean): void {
  const unknown = targets.find(({ error_code: code }) => code === 'outcomeUnknown');
  if (unknown === undefined || isConfirmed) return;
  throw new AppError(
    'outcomeUnknown',
    `It may be published on ${unknown.username} already: look there, and send confirm to publish it again`,
    { param: 'confirm' },
  );
}

/**
 * To be sent anew. What may be out already keeps what is needed to look for it first, and so does what a network had
 * accepted and took too long over: it may have come out since.
 */
export function restarted({ error_code: code, handle, handle_at, sent_at, settle_after }: StoredTarget) {
  const isUnknown = code === 'outcomeUnknown';
  const isLate = code === 'container_timeout' && sent_at !== null;
  if (!isUnknown && !isLate) return untouched;
  return { ...untouched, handle, handle_at, sent_at, settle_after, is_confirmed: isUnknown };
}
