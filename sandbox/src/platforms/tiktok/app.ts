/** The one app the network knows. */
export const app = {
  clientKey: 'sandbox-tiktok-key',
  clientSecret: 'sandbox-tiktok-secret',
  name: 'Herald',
};
