import type { Profile } from '../../schemas/profile.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { selectProfiles } from './profile-store.ts';
import { profileView } from './profile-view.ts';

export async function listProfiles(ctx: Ctx): Promise<Profile[]> {
  return (await selectProfiles(ctx.db, scopeOf(ctx.caller))).map(profileView);
}
