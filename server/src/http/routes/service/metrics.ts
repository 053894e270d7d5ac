import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../kernel/errors.ts';
import { isSameSecret } from '../../../kernel/crypto/secret.ts';
import { bearerOf } from '../../request/authenticate.ts';
import { rawRoute } from '../../route.ts';

export const metricsRoute = rawRoute({
  path: '/metrics',
  operation: 'read metrics',
  tag: 'Service',
  description:
    'Metrics as Prometheus text. Requires `HERALD_METRICS_TOKEN` as a bearer token if it is set; without it, production ' +
    'responds to requests from the same machine only.',
  contentType: 'text/plain; version=0.0.4; charset=utf-8',
  statuses: { 200: 'The metrics.', 401: 'The token is missing or not valid.' },
  serve: async ({ metrics }, request) => {
    const token = bearerOf(request.headers.authorization) ?? '';
    const isAllowed =
      metrics.token === undefined ? !metrics.isLocalOnly || isLocal(request) : isSameSecret(token, metrics.token);
    if (!isAllowed) throw new AppError('unauthorized', 'Send the metrics token as a bearer token');
    return metrics.render();
  },
});

/** A local proxy forwards other clients' requests. */
function isLocal({ ip, headers }: FastifyRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  return !isForwarded && (ip === '::1' || ip.replace(/^::ffff:/, '').startsWith('127.'));
}
