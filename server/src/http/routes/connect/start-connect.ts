import { startConnect } from '../../../domain/connect/start-connect.ts';
import { ConnectStarted, StartConnectQuery } from '../../../schemas/connect.ts';
import { jsonRoute } from '../../route.ts';

export const startConnectRoute = jsonRoute({
  method: 'GET',
  path: '/v1/connect/{platform}',
  operation: 'start connect',
  tag: 'Connect',
  description:
    'Open `authUrl` in a browser; it leads back to Herald and then to `redirectUrl`. A platform without credentials ' +
    'connects to the sandbox; there, add `&decision=approve` or `&decision=deny` to `authUrl` to skip the consent page.',
  access: 'write',
  unknownKeys: 'ignore',
  query: StartConnectQuery,
  success: 200,
  response: ConnectStarted,
  errors: ['platformUnsupported', 'paymentRequired', 'notFound'],
  handle: (ctx, { params, query }) => startConnect(ctx, params.platform, query),
});
