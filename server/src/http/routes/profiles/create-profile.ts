import { createProfile } from '../../../domain/profiles/create-profile.ts';
import { CreateProfile, ProfileChanged } from '../../../schemas/profile.ts';
import { jsonRoute } from '../../route.ts';

export const createProfileRoute = jsonRoute({
  method: 'POST',
  path: '/v1/profiles',
  operation: 'create profile',
  tag: 'Profiles',
  description: 'Names need not be unique. The default color is `#ffeda0`.',
  access: 'write-all',
  unknownKeys: 'ignore',
  body: CreateProfile,
  success: 201,
  response: ProfileChanged,
  errors: [],
  handle: async (ctx, { body }) => ({ message: 'Profile created', profile: await createProfile(ctx, body) }),
});
