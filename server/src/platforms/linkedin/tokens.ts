import { Type } from 'typebox';
import type { Call, Tokens } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { tokenText } from '../shared/network-text.ts';

const read = answerReader(
  Type.Object({
    access_token: Type.String(),
    expires_in: Type.Number({ exclusiveMinimum: 0, maximum: 366 * 24 * 3600 }),
    refresh_token: Type.Optional(Type.Unknown()),
    scope: Type.Optional(Type.String()),
  }),
);

export type ReadTokens = { tokens: Tokens; scopes: readonly string[] };

/** Only some apps are given refresh tokens; the others' connections end after sixty days. */
export function readTokens({ clock }: Pick<Call, 'clock'>, json: unknown): ReadTokens | undefined {
  const answer = read(json);
  const accessToken = tokenText(answer?.access_token);
  if (answer === undefined || accessToken === undefined) return undefined;
  const refreshToken = tokenText(answer.refresh_token);
  const expiresAt = new Date(clock.now().getTime() + answer.expires_in * 1000);
  const tokens = { accessToken, expiresAt, isRefreshable: refreshToken !== undefined };
  return {
    tokens: refreshToken === undefined ? tokens : { ...tokens, refreshToken },
    // Commas as a rule, blanks at times.
    scopes: (answer.scope ?? '').split(/[,\s]+/).filter((scope) => /^[\w.:/-]{1,100}$/.test(scope)),
  };
}
