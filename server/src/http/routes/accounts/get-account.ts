import { getAccount } from '../../../domain/accounts/get-account.ts';
import { OneAccount } from '../../../schemas/account.ts';
import { jsonRoute } from '../../route.ts';

export const getAccountRoute = jsonRoute({
  method: 'GET',
  path: '/v1/accounts/{accountId}',
  operation: 'get account',
  tag: 'Accounts',
  description: 'One connected account.',
  access: 'read',
  unknownKeys: 'ignore',
  success: 200,
  response: OneAccount,
  errors: ['accountNotFound'],
  handle: async (ctx, { params }) => ({ account: await getAccount(ctx, params.accountId) }),
});
