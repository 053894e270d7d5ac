import type { PostTargetRow } from '../../../db/post-rows.ts';
import type { Ctx } from '../../context.ts';

export function reportOutcome({ counts, log }: Pick<Ctx, 'counts' | 'log'>, target: PostTargetRow): void {
  const { ownerId, postId, accountId, platform, status, attemptCount, errorCode } = target;
  const facts = { ownerId, postId, accountId, platform, attempts: attemptCount + 1 };
  if (status === 'published') {
    counts.count('postPublished', { platform });
    log.info({ ...facts, url: target.platformPostUrl }, 'post published');
  } else if (status === 'failed') {
    counts.count('postFailed', { platform, code: errorCode ?? 'unknown' });
    log.warn({ ...facts, code: errorCode, reason: target.error }, 'post failed');
  } else {
    log.info(facts, `post ${status}`);
  }
}
