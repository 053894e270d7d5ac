import type { ProfileRow } from '../../db/rows.ts';
import type { CreateProfile, Profile } from '../../schemas/profile.ts';
import { requireAllProfiles, scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { freeSlug, slugBase } from './profile-slug.ts';
import { insertProfile, selectSlugs } from './profile-store.ts';
import { profileView } from './profile-view.ts';

const defaultColor = '#ffeda0';

type Input = CreateProfile & { isDefault?: boolean };

export async function createProfile(ctx: Ctx | TxCtx, input: Input): Promise<Profile> {
  requireAllProfiles(ctx.caller);
  const scope = scopeOf(ctx.caller);
  const base = slugBase(input.name);
  const row: ProfileRow = {
    id: ctx.ids.make('profile'),
    owner_id: scope.ownerId,
    name: input.name,
    description: input.description ?? '',
    color: (input.color ?? defaultColor).toLowerCase(),
    slug: base,
    is_default: input.isDefault ?? false,
    created_at: ctx.clock.now(),
  };
  // The base is nearly always free, so it is tried before anything is read.
  let created = await insertProfile(ctx.db, row);
  while (created === undefined) {
    const slug = freeSlug(base, await selectSlugs(ctx.db, scope, base));
    created = await insertProfile(ctx.db, { ...row, slug });
  }
  return profileView(created);
}
