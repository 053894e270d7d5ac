import { listApiKeys } from '../../../domain/api-keys/list-api-keys.ts';
import { ApiKeyList } from '../../../schemas/api-key.ts';
import { jsonRoute } from '../../route.ts';

export const listApiKeysRoute = jsonRoute({
  method: 'GET',
  path: '/v1/api-keys',
  operation: 'list API keys',
  tag: 'API keys',
  description: 'Newest first, without the keys themselves. A key limited to profiles sees only itself.',
  access: 'read',
  isShedFirst: true,
  unknownKeys: 'ignore',
  success: 200,
  response: ApiKeyList,
  errors: [],
  handle: async (ctx) => ({ apiKeys: await listApiKeys(ctx) }),
});
