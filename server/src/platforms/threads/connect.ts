import type { OAuthConnect } from '../adapter.ts';
import { refreshLongToken } from '../meta/refresh.ts';
import { outcomes } from './errors.ts';
import { exchange } from './exchange.ts';
import { scopes } from './scopes.ts';

export const connect: OAuthConnect = {
  kind: 'oauth',
  usesPkce: false,
  scopes,
  requestedScopes: [...scopes.publish, ...scopes.extras],
  authorizeUrl: ({ hosts, credentials }, { redirectUri, state, scopes }) => {
    const query = new URLSearchParams({
      client_id: credentials['CLIENT_ID'] ?? '',
      redirect_uri: redirectUri,
      scope: scopes.join(','),
      response_type: 'code',
      state,
    });
    return `${hosts['authorize'] ?? ''}/oauth/authorize?${query.toString()}`;
  },
  exchange,
  refresh: refreshLongToken('th_refresh_token', outcomes),
};
