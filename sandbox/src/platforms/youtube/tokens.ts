import type { Call } from '../../core/network.ts';
import type { Random } from '../../core/random.ts';
import { collection, type Tx } from '../../core/store.ts';
import { authErrors, refuse } from './errors.ts';
import { lifetimes } from './limits.ts';

type Grant = { readonly personId: string; readonly scopes: readonly string[] };

export type AccessToken = Grant & { readonly text: string; readonly expiresAt: number };
/** Has no end of its own. */
export type RefreshToken = Grant & { readonly text: string };
export type Code = Grant & {
  readonly text: string;
  readonly redirectUri: string;
  readonly hasRefreshToken: boolean;
  readonly challenge?: { readonly text: string; readonly method: string };
  readonly expiresAt: number;
  readonly isUsed: boolean;
};

export const codes = collection<Code>('youtube/codes');
export const accessTokens = collection<AccessToken>('youtube/access-tokens');
export const refreshTokens = collection<RefreshToken>('youtube/refresh-tokens');
/** What each person has let the app do so far. */
export const grants = collection<Grant>('youtube/grants');

type Issuer = { readonly tx: Tx; readonly random: Random; readonly now: number };
type NewCode = Omit<Code, 'text' | 'expiresAt' | 'isUsed'>;

export function issueCode({ tx, random, now }: Issuer, given: NewCode): Code {
  const text = `4/0A${random.text(69)}`;
  const code: Code = { ...given, text, expiresAt: now + lifetimes.codeMs, isUsed: false };
  codes.put(tx, text, code);
  return code;
}

export function issueAccessToken({ tx, random, now }: Issuer, { personId, scopes }: Grant): AccessToken {
  const text = `ya29.a0${random.text(200)}`;
  const token = { text, personId, scopes, expiresAt: now + lifetimes.accessTokenMs };
  accessTokens.put(tx, text, token);
  return token;
}

export function issueRefreshToken({ tx, random }: Issuer, { personId, scopes }: Grant): RefreshToken {
  const text = `1//0${random.text(98)}`;
  const token = { text, personId, scopes };
  refreshTokens.put(tx, text, token);
  return token;
}

/** One token revoked is all of them: the app is out. */
export function revokeGrant(tx: Tx, personId: string): void {
  grants.delete(tx, personId);
  for (const tokens of [accessTokens, refreshTokens]) {
    for (const token of tokens.all(tx)) if (token.personId === personId) tokens.delete(tx, token.text);
  }
}

const presented = ({ request }: Call): string | undefined =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];

export const findToken = (call: Call): AccessToken | undefined => accessTokens.get(call.store, presented(call) ?? '');

export function requireToken(call: Call): AccessToken {
  if (presented(call) === undefined) refuse(authErrors.missing());
  const token = findToken(call);
  if (token === undefined || call.clock.now() >= token.expiresAt) refuse(authErrors.invalid());
  return token;
}
