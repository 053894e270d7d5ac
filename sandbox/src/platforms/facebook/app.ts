/** The one app the network knows. */
export const app = {
  clientId: 'sandbox-facebook-app',
  clientSecret: 'sandbox-facebook-secret',
  name: 'Herald',
};
