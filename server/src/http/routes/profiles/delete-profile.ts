import { deleteProfile } from '../../../domain/profiles/delete-profile.ts';
import { MessageOnly } from '../../../schemas/common.ts';
import { jsonRoute } from '../../route.ts';

export const deleteProfileRoute = jsonRoute({
  method: 'DELETE',
  path: '/v1/profiles/{profileId}',
  operation: 'delete profile',
  tag: 'Profiles',
  description: 'Refused for the default profile. The profile is removed from every key that is limited to it.',
  access: 'write',
  unknownKeys: 'ignore',
  success: 200,
  response: MessageOnly,
  errors: ['profileNotDeletable', 'notFound'],
  handle: async (ctx, { params }) => {
    await deleteProfile(ctx, params.profileId);
    return { message: 'Profile deleted' };
  },
});
