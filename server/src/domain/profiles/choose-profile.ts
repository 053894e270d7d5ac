import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import { listProfiles } from './list-profiles.ts';

export async function chooseProfile(ctx: Ctx, profileId: string | undefined): Promise<string> {
  const profiles = await listProfiles(ctx);
  const known = profiles.map(({ _id, name }) => `${_id} (${name})`).join(', ');
  if (profileId === undefined) {
    const [first] = profiles;
    if (first !== undefined && profiles.length === 1) return first._id;
    throw new AppError('validation', `There are several profiles: choose one with --profile: ${known}`);
  }
  if (profiles.some(({ _id }) => _id === profileId)) return profileId;
  throw new AppError('notFound', `Profile ${profileId} does not exist. The user has: ${known}`);
}
