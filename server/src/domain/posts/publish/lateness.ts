import type { PostRow, PostTargetRow } from '../../../db/post-rows.ts';

const minuteMs = 60_000;

type Timed = Pick<PostRow, 'scheduled_for' | 'accepted_at' | 'created_at' | 'late_minutes_max'>;

/** The time from which lateness counts: of the last publish-now or retry, else the scheduled one. */
function dueTime({ scheduled_for, accepted_at, created_at }: Timed): Date {
  return accepted_at ?? scheduled_for ?? created_at;
}

/** Whole minutes until a worker found it due; waiting in a backlog does not count. */
export function lateMinutes(post: Timed, { found_at }: Pick<PostTargetRow, 'found_at'>, now: Date): number {
  const ms = (found_at ?? now).getTime() - dueTime(post).getTime();
  return Math.max(0, Math.floor(ms / minuteMs));
}

/** The latest start of another attempt. */
export function latestAttempt(post: Timed): Date {
  return new Date(dueTime(post).getTime() + (post.late_minutes_max + 1) * minuteMs - 1);
}
