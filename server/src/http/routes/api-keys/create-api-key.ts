import { createApiKey } from '../../../domain/api-keys/create-api-key.ts';
import { ApiKeyCreated, CreateApiKey } from '../../../schemas/api-key.ts';
import { jsonRoute } from '../../route.ts';

export const createApiKeyRoute = jsonRoute({
  method: 'POST',
  path: '/v1/api-keys',
  operation: 'create API key',
  tag: 'API keys',
  description: 'Only this response contains the full key: store it. A user can have at most 100 keys.',
  access: 'write-all',
  unknownKeys: 'ignore',
  body: CreateApiKey,
  success: 201,
  response: ApiKeyCreated,
  errors: ['limitReached'],
  handle: async (ctx, { body }) => ({
    message: 'API key created: it is shown only this once',
    apiKey: await createApiKey(ctx, body),
  }),
});
