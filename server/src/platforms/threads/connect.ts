import type { OAuthConnect } from '../adapter.ts';
import { metaAuthorizeUrl } from '../meta/app.ts';
import { refreshLongToken } from '../meta/refresh.ts';
import type { ThreadsCall } from './call.ts';
import { outcomes } from './errors.ts';
import { exchange } from './exchange.ts';
import { scopes } from './scopes.ts';

export const connect: OAuthConnect<ThreadsCall> = {
  kind: 'oauth',
  usesPkce: false,
  scopes,
  requestedScopes: [...new Set([...scopes.publish, ...scopes.extras, ...scopes.comments, ...scopes.analytics])],
  authorizeUrl: metaAuthorizeUrl<ThreadsCall>({
    url: ({ hosts }) => `${hosts.authorize}/oauth/authorize`,
    parameters: ['client_id', 'redirect_uri', 'scope', 'response_type', 'state'],
  }),
  exchange,
  refresh: refreshLongToken('th_refresh_token', outcomes),
};
