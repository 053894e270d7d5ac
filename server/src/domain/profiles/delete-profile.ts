import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { deleteProfileRow } from './profile-store.ts';
import { requireProfile } from './require-profile.ts';

export async function deleteProfile(ctx: Ctx, profileId: string): Promise<void> {
  const profile = await requireProfile(ctx, profileId);
  const isDeleted = !profile.is_default && (await deleteProfileRow(ctx.db, scopeOf(ctx.caller), profileId));
  if (!isDeleted) {
    throw new AppError(
      'profileNotDeletable',
      'The default profile cannot be deleted: make another profile the default first',
    );
  }
}
