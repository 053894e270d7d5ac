import type { AccountCall, Post, Publish } from '../../../platforms/adapter.ts';
import type { Ctx } from '../../context.ts';
import type { Lease } from '../../background/claim-loop.ts';
import type { Work } from './refuse-target.ts';

export type Sending = Work & {
  call: AccountCall;
  publish: Publish;
  platformPost: Post;
  warnings: readonly string[];
  lease: Lease;
};

export function isTimeUp({ target, now }: Pick<Work, 'target' | 'now'>): boolean {
  return target.giveUpAt !== null && target.giveUpAt <= now;
}

export function isOverdue(ctx: Ctx, since: Date | null): boolean {
  return since !== null && ctx.clock.now().getTime() - since.getTime() > ctx.timing.processingMsMax;
}
