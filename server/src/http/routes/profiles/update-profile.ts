import { updateProfile } from '../../../domain/profiles/update-profile.ts';
import { ProfileChanged, UpdateProfile } from '../../../schemas/profile.ts';
import { jsonRoute } from '../../route.ts';

export const updateProfileRoute = jsonRoute({
  method: 'PUT',
  path: '/v1/profiles/{profileId}',
  operation: 'update profile',
  tag: 'Profiles',
  description: 'Omitted fields keep their values. An empty or `null` description clears it.',
  access: 'write',
  unknownKeys: 'ignore',
  body: UpdateProfile,
  success: 200,
  response: ProfileChanged,
  errors: ['notFound'],
  handle: async (ctx, { params, body }) => ({
    message: 'Profile updated',
    profile: await updateProfile(ctx, { profileId: params.profileId, changes: body }),
  }),
});
