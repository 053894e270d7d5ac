import { getProfile } from '../../../domain/profiles/get-profile.ts';
import { OneProfile } from '../../../schemas/profile.ts';
import { jsonRoute } from '../../route.ts';

export const getProfileRoute = jsonRoute({
  method: 'GET',
  path: '/v1/profiles/{profileId}',
  operation: 'get profile',
  tag: 'Profiles',
  description: 'One profile.',
  access: 'read',
  unknownKeys: 'ignore',
  success: 200,
  response: OneProfile,
  errors: ['forbidden', 'notFound'],
  handle: async (ctx, { params }) => ({ profile: await getProfile(ctx, params.profileId) }),
});
