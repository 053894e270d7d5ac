import type { Profile } from '../../schemas/profile.ts';
import type { Ctx } from '../context.ts';
import { profileView } from './profile-view.ts';
import { requireProfile } from './require-profile.ts';

export async function getProfile(ctx: Ctx, profileId: string): Promise<Profile> {
  return profileView(await requireProfile(ctx, profileId));
}
