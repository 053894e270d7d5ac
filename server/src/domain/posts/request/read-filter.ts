import { AppError } from '../../../kernel/errors.ts';
import { readDateRange } from '../../../kernel/time/date-range.ts';
import type { PostExportQuery } from '../../../schemas/post.ts';
import { scopeOf } from '../../access.ts';
import { platformNamed } from '../../accounts/platform-named.ts';
import type { Ctx } from '../../context.ts';
import { requireProfile } from '../../profiles/require-profile.ts';
import type { PostFilter } from '../store/post-store.ts';
import { hasTargetsOf } from '../store/target-store.ts';

export async function readPostFilter(ctx: Ctx, query: PostExportQuery): Promise<PostFilter> {
  const { profileId, accountId, status, sortBy } = query;
  const platform = query.platform === undefined ? undefined : platformNamed(ctx, query.platform).adapter.name;
  const range = readDateRange(query, { from: 'dateFrom', to: 'dateTo' });
  if (profileId !== undefined) await requireProfile(ctx, profileId);
  if (accountId !== undefined && !(await hasTargetsOf(ctx.db, scopeOf(ctx.caller), accountId))) {
    throw new AppError('accountNotFound', 'The account does not exist');
  }
  return { profileId, accountId, platform, status, sortBy, ...range };
}
