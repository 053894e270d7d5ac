import type { OAuthConnect } from '../adapter.ts';
import { metaAuthorizeUrl } from '../meta/app.ts';
import type { FacebookCall } from './call.ts';
import { exchange } from './exchange.ts';
import { requestedScopes, scopes } from './scopes.ts';

/** Page tokens neither expire nor refresh: after a revocation the person connects the Page again. */
export const connect: OAuthConnect<FacebookCall> = {
  kind: 'oauth',
  usesPkce: false,
  scopes,
  requestedScopes,
  authorizeUrl: metaAuthorizeUrl<FacebookCall>({
    url: ({ hosts, apiVersion }) => `${hosts.authorize}/${apiVersion}/dialog/oauth`,
    parameters: ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'],
  }),
  exchange,
};
