import { getAccountHealth } from '../../../domain/account-health/get-account-health.ts';
import { OneHealth } from '../../../schemas/account.ts';
import { jsonRoute } from '../../route.ts';

export const getAccountHealthRoute = jsonRoute({
  method: 'GET',
  path: '/v1/accounts/{accountId}/health',
  operation: 'get account health',
  tag: 'Accounts',
  description:
    'The state of the token and permissions, and what to do about problems. Based on stored data: the platform is not called.',
  access: 'read',
  unknownKeys: 'ignore',
  success: 200,
  response: OneHealth,
  errors: ['accountNotFound'],
  handle: async (ctx, { params }) => ({ health: await getAccountHealth(ctx, params.accountId) }),
});
