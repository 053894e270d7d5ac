import { Type } from 'typebox';
import type { Call, Tokens } from '../adapter.ts';
import { responseReader } from './response-reader.ts';
import { scopeNames, tokenText } from './platform-text.ts';

const read = responseReader(
  Type.Object({
    access_token: Type.String(),
    expires_in: Type.Number({ exclusiveMinimum: 0, maximum: 366 * 24 * 3600 }),
    refresh_token: Type.Optional(Type.Unknown()),
    scope: Type.Optional(Type.String()),
  }),
);

export type OAuthTokens = { tokens: Tokens; scopes: readonly string[] };

/** Without a refresh token the connection ends when the access token does. */
export function readOAuthTokens({ clock }: Pick<Call, 'clock'>, json: unknown): OAuthTokens | undefined {
  const body = read(json);
  const accessToken = tokenText(body?.access_token);
  if (body === undefined || accessToken === undefined) return undefined;
  const refreshToken = tokenText(body.refresh_token);
  const expiresAt = new Date(clock.now().getTime() + body.expires_in * 1000);
  const tokens = { accessToken, expiresAt, isRefreshable: refreshToken !== undefined };
  return {
    tokens: refreshToken === undefined ? tokens : { ...tokens, refreshToken },
    scopes: scopeNames(body.scope),
  };
}
