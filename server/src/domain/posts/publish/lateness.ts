import type { PostRow, PostTargetRow } from '../../../db/post-rows.ts';

const minuteMs = 60_000;

type Timed = Pick<PostRow, 'scheduledFor' | 'acceptedAt' | 'createdAt' | 'lateMinutesMax'>;

/** A publish-now or a retry resets the time from which lateness counts. */
function dueTime({ scheduledFor, acceptedAt, createdAt }: Timed): Date {
  return acceptedAt ?? scheduledFor ?? createdAt;
}

/** Waiting in a backlog does not count. */
export function lateMinutes(post: Timed, { foundAt }: Pick<PostTargetRow, 'foundAt'>, now: Date): number {
  const ms = (foundAt ?? now).getTime() - dueTime(post).getTime();
  return Math.max(0, Math.floor(ms / minuteMs));
}

export function latestAttempt(post: Timed): Date {
  return new Date(dueTime(post).getTime() + (post.lateMinutesMax + 1) * minuteMs - 1);
}
