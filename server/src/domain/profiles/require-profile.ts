import type { ProfileRow } from '../../db/rows.ts';
import { AppError } from '../../kernel/errors.ts';
import { canSeeProfile, scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { findProfile } from './profile-store.ts';

/** 404 if unknown or another user's, 403 if the key may not see it. */
export async function requireProfile(ctx: Ctx | TxCtx, profileId: string): Promise<ProfileRow> {
  const scope = scopeOf(ctx.caller);
  const profile = await findProfile(ctx.db, scope, profileId);
  if (profile === undefined) throw new AppError('notFound', 'Not found');
  if (!canSeeProfile(scope, profile.id)) {
    throw new AppError('forbidden', 'This API key has no access to the profile');
  }
  return profile;
}
