import { AppError } from '../../kernel/errors.ts';
import { platformOf } from '../accounts/platform-named.ts';
import type { Ctx } from '../context.ts';
import { requirePost } from './request/require-post.ts';

export async function readOrganisation(ctx: Ctx, postId: string, accountId: string): Promise<never> {
  const post = await requirePost(ctx, postId);
  const target = post.targets.find(({ accountId: id }) => id === accountId);
  if (target === undefined) throw new AppError('accountNotFound', 'The account is not a target of this post');
  const { adapter } = platformOf(ctx, target.platform);
  const platform = adapter.name;
  if (adapter.reservesOrganisationReads !== true) {
    throw new AppError('platformUnsupported', `Not available on ${adapter.label}`, { platform });
  }
  throw new AppError('orgScopesDisabled', 'Posts of organisations cannot be read yet', { platform });
}
