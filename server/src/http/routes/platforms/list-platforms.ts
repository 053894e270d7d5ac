import { listPlatforms } from '../../../domain/platforms/list-platforms.ts';
import { PlatformList } from '../../../schemas/platform.ts';
import { jsonRoute } from '../../route.ts';

export const listPlatformsRoute = jsonRoute({
  method: 'GET',
  path: '/v1/platforms',
  operation: 'list platforms',
  tag: 'Accounts',
  description:
    'What Herald can do on each platform: capabilities, limits, settings of posts, and how accounts are connected.',
  access: 'read',
  unknownKeys: 'ignore',
  success: 200,
  response: PlatformList,
  errors: [],
  handle: async (ctx) => ({ platforms: listPlatforms(ctx) }),
});
