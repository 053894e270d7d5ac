import { bareCodeAnswer, exchangeCodeRoute, exchangeTokenRoute, refreshTokenRoute } from '../meta/login-routes.ts';
import { app } from './app.ts';
import { graphHost } from './graph-route.ts';
import { login } from './tokens.ts';

const parts: Parameters<typeof exchangeCodeRoute>[0] = {
  codeHost: graphHost,
  graphHost,
  app,
  login,
  prefix: 'th',
  errorType: 'THApiException',
  answerCode: (_call, { text, userId }) => bareCodeAnswer(text, userId),
  refreshed: () => ({}),
};

export const exchangeCode = exchangeCodeRoute(parts);
export const exchangeToken = exchangeTokenRoute(parts);
export const refreshToken = refreshTokenRoute(parts);
