import { rawRoute } from '../../route.ts';

export const readyzRoute = rawRoute({
  path: '/readyz',
  operation: 'check readiness',
  tag: 'Service',
  description: 'The database is reachable and migrated, and the process is not shutting down.',
  contentType: 'application/json; charset=utf-8',
  statuses: { 200: 'Ready to serve.', 503: 'Not ready; the body says why.' },
  serve: async (service, _request, reply) => {
    const { isReady, checks, warnings } = await service.readiness();
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks, warnings });
  },
});
