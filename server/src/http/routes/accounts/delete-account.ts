import { disconnectAccount } from '../../../domain/posts/account-targets.ts';
import { AccountRemoved } from '../../../schemas/account.ts';
import { jsonRoute } from '../../route.ts';

export const deleteAccountRoute = jsonRoute({
  method: 'DELETE',
  path: '/v1/accounts/{accountId}',
  operation: 'disconnect account',
  tag: 'Accounts',
  description: 'Disconnects the account, and revokes its token if the platform supports it.',
  access: 'write',
  unknownKeys: 'ignore',
  success: 200,
  response: AccountRemoved,
  errors: ['accountNotFound'],
  handle: async (ctx, { params }) => {
    await disconnectAccount(ctx, params.accountId);
    return { message: 'Account disconnected' };
  },
});
