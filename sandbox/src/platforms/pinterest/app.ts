import { scopes } from './limits.ts';

/** The one app the network knows; new enough to get a new refresh token with every refresh. */
export const app = {
  clientId: 'sandbox-pinterest-app',
  clientSecret: 'sandbox-pinterest-secret',
  name: 'Herald',
  scopes: Object.values<string>(scopes),
};
