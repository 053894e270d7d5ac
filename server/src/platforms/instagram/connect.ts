import type { OAuthConnect } from '../adapter.ts';
import { metaAuthorizeUrl } from '../meta/app.ts';
import { refreshLongToken } from '../meta/refresh.ts';
import type { InstagramCall } from './call.ts';
import { meaningOfError } from './errors.ts';
import { exchange } from './exchange.ts';
import { scopes } from './scopes.ts';

export const connect: OAuthConnect<InstagramCall> = {
  kind: 'oauth',
  usesPkce: false,
  scopes,
  requestedScopes: [...scopes.publish, ...scopes.extras, ...scopes.messages, ...scopes.analytics],
  authorizeUrl: metaAuthorizeUrl<InstagramCall>({
    url: ({ hosts }) => `${hosts.authorize}/oauth/authorize`,
    parameters: ['client_id', 'redirect_uri', 'response_type', 'scope', 'state', ['enable_fb_login', '0']],
  }),
  exchange,
  refresh: refreshLongToken('ig_refresh_token', { meaningOfError }),
};
