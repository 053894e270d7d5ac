import { getUsage } from '../../../domain/plans/get-usage.ts';
import { Usage } from '../../../schemas/usage.ts';
import { jsonRoute } from '../../route.ts';

export const getUsageRoute = jsonRoute({
  method: 'GET',
  path: '/v1/usage',
  operation: 'get usage',
  tag: 'Usage',
  description: 'The plan, its limits and how much of them is used. The numbers are per user, not per key.',
  access: 'read',
  unknownKeys: 'ignore',
  success: 200,
  response: Usage,
  errors: [],
  handle: (ctx) => getUsage(ctx),
});
