import type { OAuthConnect } from '../adapter.ts';
import { exchange } from './exchange.ts';
import { requestedScopes, scopes } from './scopes.ts';

/** The token of a Page has no end and cannot be renewed: when it dies, the person connects the Page again. */
export const connect: OAuthConnect = {
  kind: 'oauth',
  usesPkce: false,
  scopes,
  requestedScopes,
  authorizeUrl: ({ hosts, credentials, apiVersion }, { redirectUri, state, scopes }) => {
    const query = new URLSearchParams({
      client_id: credentials['CLIENT_ID'] ?? '',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: scopes.join(','),
      state,
    });
    return `${hosts['authorize'] ?? ''}/${apiVersion}/dialog/oauth?${query.toString()}`;
  },
  exchange,
};
