import { Type } from 'typebox';
import type { Call, Tokens } from '../adapter.ts';
import { answerReader } from './answer-reader.ts';
import { scopeNames, tokenText } from './network-text.ts';

const read = answerReader(
  Type.Object({
    access_token: Type.String(),
    expires_in: Type.Number({ exclusiveMinimum: 0, maximum: 366 * 24 * 3600 }),
    refresh_token: Type.Optional(Type.Unknown()),
    scope: Type.Optional(Type.String()),
  }),
);

export type OAuthTokens = { tokens: Tokens; scopes: readonly string[] };

/** The answer of OAuth 2.0 as most networks give it; some give no refresh token, and the connection ends with the first. */
export function readOAuthTokens({ clock }: Pick<Call, 'clock'>, json: unknown): OAuthTokens | undefined {
  const answer = read(json);
  const accessToken = tokenText(answer?.access_token);
  if (answer === undefined || accessToken === undefined) return undefined;
  const refreshToken = tokenText(answer.refresh_token);
  const expiresAt = new Date(clock.now().getTime() + answer.expires_in * 1000);
  const tokens = { accessToken, expiresAt, isRefreshable: refreshToken !== undefined };
  return {
    tokens: refreshToken === undefined ? tokens : { ...tokens, refreshToken },
    scopes: scopeNames(answer.scope),
  };
}
