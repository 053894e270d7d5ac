/** The one app the network knows, and the scopes of the products it has. */
export const app = {
  clientId: 'sandbox-linkedin-app',
  clientSecret: 'sandbox-linkedin-secret',
  name: 'Herald',
  scopes: ['openid', 'profile', 'email', 'w_member_social'],
};
