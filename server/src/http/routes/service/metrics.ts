import { AppError } from '../../../kernel/errors.ts';
import { isSameSecret } from '../../../kernel/secret.ts';
import { bearerOf } from '../../authenticate.ts';
import { rawRoute } from '../../route.ts';

export const metricsRoute = rawRoute({
  path: '/metrics',
  operation: 'read metrics',
  tag: 'Service',
  description: 'Prometheus text. Asks for `HERALD_METRICS_TOKEN` as a bearer token when one is set.',
  contentType: 'text/plain; version=0.0.4; charset=utf-8',
  statuses: { 200: 'The metrics.', 401: 'The token is missing or wrong.' },
  serve: async ({ metrics }, request) => {
    const given = bearerOf(request.headers.authorization) ?? '';
    if (metrics.token !== undefined && !isSameSecret(given, metrics.token)) {
      throw new AppError('unauthorized', 'Unauthorized');
    }
    return metrics.render();
  },
});
