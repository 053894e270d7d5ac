import type { PostRow, PostTargetRow } from '../../../db/post-rows.ts';
import { findDisconnectedCall } from '../../accounts/account-call.ts';
import { platformOf } from '../../accounts/platform-named.ts';
import type { Ctx } from '../../context.ts';
import { repeatLookUp } from './look-up-later.ts';
import { countDoubt, countSettled } from './doubt.ts';
import { canceledTarget, failedTarget, publishedTarget } from './end-target.ts';
import { buildPlatformPost } from './build-platform-post.ts';

/** Uses the token, which is not revoked before the outcome is known. */
export async function settleDisconnected(ctx: Ctx, post: PostRow, target: PostTargetRow): Promise<void> {
  const { publishState, sentAt } = target;
  if (publishState === null || sentAt === null) return await canceledTarget(ctx, target);
  const unknown = (reason: string) => {
    countSettled(ctx, target, 'unknown');
    const message = `It is unknown whether the post was published: ${reason}`;
    return failedTarget(ctx, target, { code: 'outcomeUnknown', message });
  };
  const call = await findDisconnectedCall(ctx, target.accountId);
  if (call === undefined) return await unknown('the account was disconnected');
  const platform = platformOf(ctx, target.platform);
  const { post: platformPost } = await buildPlatformPost(ctx, post, { platform, target, boardId: null });
  const settled = await platform.adapter.publish.settle(call, platformPost, { publishState, sentAt });
  countDoubt(ctx, target);
  switch (settled.kind) {
    case 'found':
      countSettled(ctx, target, 'published');
      return void (await publishedTarget(ctx, target, { ...settled, hasFollowUps: false }));
    case 'absent':
      countSettled(ctx, target, 'absent');
      return await canceledTarget(ctx, target);
    case 'inconclusive':
      return settled.canAskAgain ? await repeatLookUp(ctx, target, settled.reason) : await unknown(settled.reason);
  }
}
