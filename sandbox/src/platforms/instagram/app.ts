/** The one app the network knows. */
export const app = {
  clientId: 'sandbox-instagram-app',
  clientSecret: 'sandbox-instagram-secret',
  name: 'Herald',
};
