import { json } from '../../core/wire/reply.ts';
import { codeReply, createLogin } from '../meta/login.ts';
import { lifetimes, scopes } from './limits.ts';
import { persons } from './persons.ts';

export const graphHost = 'graph.instagram.com';
export const codeHost = 'api.instagram.com';

export const app = { clientId: 'sandbox-instagram-app', clientSecret: 'sandbox-instagram-secret', name: 'Herald' };

export const login = createLogin({
  platform: 'instagram',
  label: 'Instagram',
  app,
  persons,
  scopes: { basic: scopes.basic, all: Object.values(scopes) },
  lifetimes,
  tokenPrefix: 'IGAA',
  grantPrefix: 'ig',
  errorType: 'IGApiException',
  webHost: 'www.instagram.com',
  codeHost,
  graphHost,
  authorizeParameters: ['enable_fb_login', 'force_reauth'],
  detailOf: ({ username, accountType }) => `@${username}, ${accountType}`,
  respondToCode: (call, { text, userId, scopes: granted }) => {
    const person = persons.get(call.store, userId);
    const appScopedId = person?.appScopedId ?? userId;
    if (person?.wrapsResponses !== true) return codeReply(text, appScopedId, { permissions: granted });
    const entry = { access_token: text, user_id: appScopedId, permissions: granted.join(',') };
    return json(200, { data: [entry] });
  },
  refreshedBody: (token) => ({ permissions: token.scopes.join(',') }),
});
