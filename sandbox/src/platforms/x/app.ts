/** The one app the network knows: a confidential client, which proves itself by Basic authentication. */
export const app = {
  clientId: 'sandbox-x-client',
  clientSecret: 'sandbox-x-secret',
  name: 'Herald',
};
