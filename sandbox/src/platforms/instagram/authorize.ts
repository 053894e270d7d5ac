import { loginPage } from '../meta/login-page.ts';
import { app } from './app.ts';
import { scopes } from './limits.ts';
import { persons } from './persons.ts';
import { login } from './tokens.ts';

export const authorize = loginPage({
  network: 'Instagram',
  host: 'www.instagram.com',
  app,
  login,
  persons,
  scopes: { basic: scopes.basic, all: Object.values(scopes) },
  known: ['enable_fb_login', 'force_reauth'],
  detailOf: ({ username, accountType }) => `@${username}, ${accountType}`,
});
