import { codeReply, createLogin } from '../meta/login.ts';
import { lifetimes, scopes } from './limits.ts';
import { persons } from './persons.ts';

export const webHosts: readonly string[] = ['threads.net', 'www.threads.net', 'www.threads.com'];
export const graphHost = 'graph.threads.net';

export const login = createLogin({
  platform: 'threads',
  label: 'Threads',
  app: { clientId: 'sandbox-threads-app', clientSecret: 'sandbox-threads-secret', name: 'Herald' },
  persons,
  scopes: { basic: scopes.basic, all: Object.values(scopes) },
  lifetimes,
  tokenPrefix: 'THAA',
  grantPrefix: 'th',
  errorType: 'THApiException',
  webHost: webHosts,
  codeHost: graphHost,
  graphHost,
  authorizeParameters: [],
  detailOf: ({ username, isRestricted }) => (isRestricted ? `@${username}, restricted` : `@${username}`),
  respondToCode: (_call, { text, userId }) => codeReply(text, userId),
});
