import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { deleteProfileRow } from './profile-store.ts';
import { requireProfile } from './require-profile.ts';

export async function deleteProfile(ctx: Ctx, profileId: string): Promise<void> {
  await requireProfile(ctx, profileId);
  const outcome = await deleteProfileRow(ctx.db, scopeOf(ctx.caller), profileId);
  if (outcome === 'deleted') return;
  if (outcome === 'hasAccounts') {
    throw new AppError('profileNotDeletable', 'Accounts are connected to this profile: disconnect them first');
  }
  // 404 if a concurrent request deleted it; otherwise it is the default.
  await requireProfile(ctx, profileId);
  throw new AppError(
    'profileNotDeletable',
    'The default profile cannot be deleted: make another profile the default first',
  );
}
