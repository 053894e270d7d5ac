import { json } from '../../core/reply.ts';
import { bareCodeAnswer, exchangeCodeRoute, exchangeTokenRoute, refreshTokenRoute } from '../meta/login-routes.ts';
import { app } from './app.ts';
import { graphHost } from './graph-route.ts';
import { persons } from './persons.ts';
import { login } from './tokens.ts';

const parts: Parameters<typeof exchangeCodeRoute>[0] = {
  codeHost: 'api.instagram.com',
  graphHost,
  app,
  login,
  prefix: 'ig',
  errorType: 'IGApiException',
  answerCode: (call, { text, userId, scopes }) => {
    const person = persons.get(call.store, userId);
    const appScopedId = person?.appScopedId ?? userId;
    if (person?.wrapsAnswers !== true) return bareCodeAnswer(text, appScopedId, { permissions: scopes });
    const entry = { access_token: text, user_id: appScopedId, permissions: scopes.join(',') };
    return json(200, { data: [entry] });
  },
  refreshed: ({ scopes }) => ({ permissions: scopes.join(',') }),
};

export const exchangeCode = exchangeCodeRoute(parts);
export const exchangeToken = exchangeTokenRoute(parts);
export const refreshToken = refreshTokenRoute(parts);
