import type { PostRow, PostTargetRow } from '../../../db/post-rows.ts';

const minuteMs = 60_000;

type Timed = Pick<PostRow, 'scheduled_for' | 'accepted_at' | 'created_at' | 'late_minutes_max'>;

/** From when on a post counts as late: the time it was to go out, or was asked to go out at once or again. */
function dueTime({ scheduled_for, accepted_at, created_at }: Timed): Date {
  return accepted_at ?? scheduled_for ?? created_at;
}

/** Whole minutes, by when it was found: what a backlog makes it wait is not its own lateness. */
export function lateMinutes(post: Timed, { found_at }: Pick<PostTargetRow, 'found_at'>, now: Date): number {
  const ms = (found_at ?? now).getTime() - dueTime(post).getTime();
  return Math.max(0, Math.floor(ms / minuteMs));
}

/** The last moment at which another attempt may begin. */
export function latestAttempt(post: Timed): Date {
  return new Date(dueTime(post).getTime() + (post.late_minutes_max + 1) * minuteMs - 1);
}
