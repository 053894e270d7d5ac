import { Type, type Static } from 'typebox';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { Call, Tokens } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { tokenText } from '../shared/network-text.ts';

/** Long ones live so long, and are refreshed by themselves: there is no other token for that. */
export const lifetimeMs = 60 * 24 * 3_600_000;

const Permissions = Type.Union([Type.String(), Type.Array(Type.String())]);
const TokenAnswer = Type.Object({
  access_token: Type.String(),
  expires_in: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 2 * (lifetimeMs / 1000) })),
  permissions: Type.Optional(Permissions),
});
const read = answerReader(TokenAnswer);

export type ReadToken = { accessToken: string; expiresInMs: number; scopes: readonly string[] | undefined };

export function readToken(json: unknown): ReadToken | undefined {
  const answer = read(unwrap(json));
  const accessToken = tokenText(answer?.access_token);
  if (answer === undefined || accessToken === undefined) return undefined;
  const expiresInMs = answer.expires_in === undefined ? lifetimeMs : answer.expires_in * 1000;
  return { accessToken, expiresInMs, scopes: toScopes(answer.permissions) };
}

export function toTokens({ clock }: Pick<Call, 'clock'>, { accessToken, expiresInMs }: ReadToken): Tokens {
  return { accessToken, expiresAt: new Date(clock.now().getTime() + expiresInMs), isRefreshable: true };
}

/** Some answers come as `{ data: [answer] }`. */
export function unwrap(json: unknown): unknown {
  const [first] = isJsonObject(json) && Array.isArray(json['data']) ? (json['data'] as unknown[]) : [];
  return first ?? json;
}

function toScopes(permissions: Static<typeof Permissions> | undefined): string[] | undefined {
  const names = typeof permissions === 'string' ? permissions.split(',') : permissions;
  return names?.map((name) => name.trim()).filter((name) => /^\w{1,100}$/.test(name));
}
