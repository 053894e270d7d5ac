import { rawRoute } from '../../route.ts';

export const healthzRoute = rawRoute({
  path: '/healthz',
  operation: 'check health',
  tag: 'Service',
  description: 'The process is up. Does not call the database.',
  contentType: 'application/json; charset=utf-8',
  statuses: { 200: 'The process is up.' },
  serve: async () => ({ status: 'ok' }),
});
