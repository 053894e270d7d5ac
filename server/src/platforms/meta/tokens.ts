import { Type, type Static } from 'typebox';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { Tokens } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { tokenText } from '../shared/platform-text.ts';
import type { MetaCall } from './call.ts';

/** Lifetime of long-lived tokens, which refresh themselves: there are no refresh tokens. */
export const lifetimeMs = 60 * 24 * 3_600_000;

const Permissions = Type.Union([Type.String(), Type.Array(Type.String())]);
const TokenResponse = Type.Object({
  access_token: Type.String(),
  expires_in: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 2 * (lifetimeMs / 1000) })),
  permissions: Type.Optional(Permissions),
});
const read = responseReader(TokenResponse);

export type ReadToken = { accessToken: string; expiresInMs: number; scopes: readonly string[] | undefined };

export function readToken(json: unknown): ReadToken | undefined {
  const body = read(unwrap(json));
  const accessToken = tokenText(body?.access_token);
  if (body === undefined || accessToken === undefined) return undefined;
  const expiresInMs = body.expires_in === undefined ? lifetimeMs : body.expires_in * 1000;
  return { accessToken, expiresInMs, scopes: toScopes(body.permissions) };
}

export function toTokens({ clock }: Pick<MetaCall, 'clock'>, { accessToken, expiresInMs }: ReadToken): Tokens {
  return { accessToken, expiresAt: new Date(clock.now().getTime() + expiresInMs), isRefreshable: true };
}

/** Some responses are wrapped as `{ data: [response] }`. */
export function unwrap(json: unknown): unknown {
  const [first] = isJsonObject(json) && Array.isArray(json['data']) ? (json['data'] as unknown[]) : [];
  return first ?? json;
}

function toScopes(permissions: Static<typeof Permissions> | undefined): string[] | undefined {
  const names = typeof permissions === 'string' ? permissions.split(',') : permissions;
  return names?.map((name) => name.trim()).filter((name) => /^\w{1,100}$/.test(name));
}
