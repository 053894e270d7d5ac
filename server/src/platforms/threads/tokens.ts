import { Type } from 'typebox';
import type { Call, Tokens } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { tokenText } from '../shared/network-text.ts';

export const lifetimeMs = 60 * 24 * 3_600_000;

const read = answerReader(
  Type.Object({
    access_token: Type.String(),
    expires_in: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 2 * (lifetimeMs / 1000) })),
  }),
);

/** Of sixty days, and refreshed by itself: there is no other token for that. */
export function readTokens({ clock }: Pick<Call, 'clock'>, json: unknown): Tokens | undefined {
  const answer = read(json);
  const accessToken = tokenText(answer?.access_token);
  if (answer === undefined || accessToken === undefined) return undefined;
  const livesMs = answer.expires_in === undefined ? lifetimeMs : answer.expires_in * 1000;
  return { accessToken, expiresAt: new Date(clock.now().getTime() + livesMs), isRefreshable: true };
}
