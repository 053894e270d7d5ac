import type { AccountCall, Post, Publish } from '../../../platforms/adapter.ts';
import type { Ctx } from '../../context.ts';
import type { Work } from './refuse-target.ts';

/** A worker's claim on a target, as far as the process knows. */
export type Hold = {
  /** Another worker may have it by now: nothing more may be sent. */
  isLost(): boolean;
  /** By the monotonic clock of the process. */
  msSinceRenewal(): number;
  /** The process is stopping: loops end after the current step, and another worker continues. */
  isStopping(): boolean;
};

/** Everything that publishing one target needs. */
export type Sending = Work & {
  call: AccountCall;
  publish: Publish;
  platformPost: Post;
  /** Conversions that were applied. */
  warnings: readonly string[];
  hold: Hold;
};

/** Whether it is time to give up. */
export function isTimeUp({ target, now }: Pick<Work, 'target' | 'now'>): boolean {
  return target.give_up_at !== null && target.give_up_at <= now;
}

export function isOverdue(ctx: Ctx, since: Date | null): boolean {
  return since !== null && ctx.clock.now().getTime() - since.getTime() > ctx.timing.processingMsMax;
}
