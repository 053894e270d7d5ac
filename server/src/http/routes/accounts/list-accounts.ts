import { listAccounts } from '../../../domain/accounts/list-accounts.ts';
import { AccountList, AccountQuery } from '../../../schemas/account.ts';
import { jsonRoute } from '../../route.ts';

export const listAccountsRoute = jsonRoute({
  method: 'GET',
  path: '/v1/accounts',
  operation: 'list accounts',
  tag: 'Accounts',
  description: 'Connected accounts, newest connection first. Without `page` and `limit`, returns all of them.',
  access: 'read',
  isShedFirst: true,
  unknownKeys: 'ignore',
  query: AccountQuery,
  success: 200,
  response: AccountList,
  errors: ['forbidden', 'notFound'],
  handle: (ctx, { query }) => listAccounts(ctx, query),
});
