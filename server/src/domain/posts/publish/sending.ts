import type { AccountCall, Post, Publish } from '../../../platforms/adapter.ts';
import type { Ctx } from '../../context.ts';
import type { Hold } from './hold.ts';
import type { Work } from './refuse-target.ts';

/** Everything at hand to bring one target on. */
export type Sending = Work & {
  call: AccountCall;
  publish: Publish;
  networked: Post;
  /** What was changed to make it fit. */
  warnings: readonly string[];
  hold: Hold;
};

/** Whether Herald has tried for as long as it may. */
export function isTimeUp({ target, now }: Pick<Work, 'target' | 'now'>): boolean {
  return target.give_up_at !== null && target.give_up_at <= now;
}

export function isOverdue(ctx: Ctx, since: Date | null): boolean {
  return since !== null && ctx.clock.now().getTime() - since.getTime() > ctx.timing.processingMsMax;
}
