import { deleteApiKey } from '../../../domain/api-keys/delete-api-key.ts';
import { MessageOnly } from '../../../schemas/common.ts';
import { jsonRoute } from '../../route.ts';

export const deleteApiKeyRoute = jsonRoute({
  method: 'DELETE',
  path: '/v1/api-keys/{keyId}',
  operation: 'delete API key',
  tag: 'API keys',
  description: 'Revokes the key from the next request on. A key may delete itself.',
  access: 'write-all',
  unknownKeys: 'ignore',
  success: 200,
  response: MessageOnly,
  errors: ['notFound'],
  handle: async (ctx, { params }) => {
    await deleteApiKey(ctx, params.keyId);
    return { message: 'API key deleted' };
  },
});
