import type { OAuthConnect } from '../adapter.ts';
import { refreshLongToken } from '../meta/refresh.ts';
import { meaningOfError } from './errors.ts';
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
      response_type: 'code',
      scope: scopes.join(','),
      state,
      enable_fb_login: '0',
    });
    return `${hosts['authorize'] ?? ''}/oauth/authorize?${query.toString()}`;
  },
  exchange,
  refresh: refreshLongToken('ig_refresh_token', { meaningOfError }),
};
