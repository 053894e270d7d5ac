import { listAccountHealth } from '../../../domain/account-health/list-account-health.ts';
import { HealthList, HealthQuery } from '../../../schemas/account.ts';
import { jsonRoute } from '../../route.ts';

export const listAccountHealthRoute = jsonRoute({
  method: 'GET',
  path: '/v1/accounts/health',
  operation: 'list account health',
  tag: 'Accounts',
  description: 'The health of every account that the key may see, and how many are healthy.',
  access: 'read',
  isShedFirst: true,
  unknownKeys: 'ignore',
  query: HealthQuery,
  success: 200,
  response: HealthList,
  errors: ['forbidden', 'notFound'],
  handle: (ctx, { query }) => listAccountHealth(ctx, query),
});
