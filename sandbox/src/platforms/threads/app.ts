/** The one app the network knows. */
export const app = {
  clientId: 'sandbox-threads-app',
  clientSecret: 'sandbox-threads-secret',
  name: 'Herald',
};
