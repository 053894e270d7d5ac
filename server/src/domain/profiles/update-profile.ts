import { inTransaction } from '../../db/transaction.ts';
import type { ProfileRow } from '../../db/rows.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Profile, UpdateProfile } from '../../schemas/profile.ts';
import { requireAllProfiles, scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { freeSlug, slugBase } from './profile-slug.ts';
import { clearDefault, selectSlugs, updateProfileRow, type ProfileChanges } from './profile-store.ts';
import { profileView } from './profile-view.ts';
import { requireProfile } from './require-profile.ts';

type Input = { profileId: string; changes: UpdateProfile };

export async function updateProfile(ctx: Ctx, { profileId, changes }: Input): Promise<Profile> {
  if (Object.keys(changes).length === 0) {
    throw new AppError('validation', 'Send at least one of name, description, color, isDefault', { param: null });
  }
  if (changes.isDefault === true) requireAllProfiles(ctx.caller);
  const scope = scopeOf(ctx.caller);

  const change = async (ctx: TxCtx): Promise<Profile> => {
    await lockOwner(ctx);
    const profile = await requireProfile(ctx, profileId);
    if (changes.isDefault === false && profile.isDefault) {
      throw new AppError('validation', 'One profile is always the default: set isDefault on another one instead', {
        param: 'isDefault',
      });
    }
    const becomesDefault = changes.isDefault === true && !profile.isDefault;
    if (becomesDefault) await clearDefault(ctx.db, scope);
    const row = await updateProfileRow(ctx.db, scope, {
      id: profileId,
      changes: {
        ...(await nameChanges(ctx, profile, changes.name)),
        description: changes.description === undefined ? profile.description : (changes.description ?? ''),
        color: (changes.color ?? profile.color).toLowerCase(),
        isDefault: profile.isDefault || becomesDefault,
      },
    });
    // Deleted by a concurrent request.
    if (row === undefined) throw new AppError('notFound', 'Not found');
    return profileView(row);
  };
  return inTransaction(ctx, change, { repeatOn: 'profiles_slug_key' });
}

async function nameChanges(ctx: TxCtx, profile: ProfileRow, name: string | undefined): Promise<ProfileChanges> {
  if (name === undefined) return {};
  const base = slugBase(name);
  if (base === slugBase(profile.name)) return { name };
  const usedSlugs = await selectSlugs(ctx.db, scopeOf(ctx.caller), base);
  usedSlugs.delete(profile.slug);
  return { name, slug: freeSlug(base, usedSlugs) };
}
