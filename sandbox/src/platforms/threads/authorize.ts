import { loginPage } from '../meta/login-page.ts';
import { app } from './app.ts';
import { scopes } from './limits.ts';
import { persons } from './persons.ts';
import { login } from './tokens.ts';

export const webHosts: readonly string[] = ['threads.net', 'www.threads.net', 'www.threads.com'];

export const authorize = loginPage({
  network: 'Threads',
  host: webHosts,
  app,
  login,
  persons,
  scopes: { basic: scopes.basic, all: Object.values(scopes) },
  known: [],
  detailOf: ({ username, isRestricted }) => (isRestricted ? `@${username}, restricted` : `@${username}`),
});
