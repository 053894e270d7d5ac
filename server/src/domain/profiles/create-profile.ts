import { inTransaction } from '../../db/transaction.ts';
import type { CreateProfile, Profile } from '../../schemas/profile.ts';
import { requireAllProfiles, scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { newProfileRow } from './new-profile-row.ts';
import { freeSlug } from './profile-slug.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { insertProfile, selectSlugs } from './profile-store.ts';
import { profileView } from './profile-view.ts';

export async function createProfile(ctx: Ctx, input: CreateProfile): Promise<Profile> {
  requireAllProfiles(ctx.caller);
  const scope = scopeOf(ctx.caller);
  const row = newProfileRow(ctx, input);
  // The slug is nearly always free, so the first attempt takes no lock.
  let created = await insertProfile(ctx.db, row);
  while (created === undefined) {
    created = await inTransaction(ctx, async (ctx) => {
      await lockOwner(ctx);
      const slug = freeSlug(row.slug, await selectSlugs(ctx.db, scope, row.slug));
      return insertProfile(ctx.db, { ...row, slug });
    });
  }
  return profileView(created);
}
