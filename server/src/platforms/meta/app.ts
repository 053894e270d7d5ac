import { authorizeUrl, type OAuthApp } from '../shared/oauth.ts';
import type { MetaCall } from './call.ts';

/** Every Meta platform joins scopes with commas. */
export function metaAuthorizeUrl<C extends MetaCall>({
  url,
  parameters,
}: Omit<OAuthApp<C>['authorize'], 'scopeSeparator'>) {
  return authorizeUrl<C>({
    client: ({ credentials }) => ({ id: credentials.CLIENT_ID, secret: credentials.CLIENT_SECRET }),
    authorize: { url, parameters, scopeSeparator: ',' },
  });
}
