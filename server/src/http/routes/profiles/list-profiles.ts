import { listProfiles } from '../../../domain/profiles/list-profiles.ts';
import { ProfileList } from '../../../schemas/profile.ts';
import { jsonRoute } from '../../route.ts';

export const listProfilesRoute = jsonRoute({
  method: 'GET',
  path: '/v1/profiles',
  operation: 'list profiles',
  tag: 'Profiles',
  description: 'The profiles visible to the key, oldest first.',
  access: 'read',
  isShedFirst: true,
  unknownKeys: 'ignore',
  success: 200,
  response: ProfileList,
  errors: [],
  handle: async (ctx) => ({ profiles: await listProfiles(ctx) }),
});
