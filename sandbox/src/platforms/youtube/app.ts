import { scopes } from './limits.ts';

/** The one client the network knows, and the scopes its consent screen lists. */
export const app = {
  clientId: 'sandbox-youtube-client.apps.googleusercontent.com',
  clientSecret: 'sandbox-youtube-secret',
  name: 'Herald',
  scopes: Object.values<string>(scopes),
};
