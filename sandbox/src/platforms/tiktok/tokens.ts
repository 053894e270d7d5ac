import type { Call } from '../../core/network.ts';
import type { Random } from '../../core/random.ts';
import { collection, type Tx } from '../../core/store.ts';
import { errors, refuse } from './errors.ts';
import { lifetimes } from './limits.ts';

export type Grant = { readonly openId: string; readonly scopes: readonly string[] };
type Lifetime = { readonly text: string; readonly expiresAt: number };

export type Token = Grant & Lifetime & { readonly isRevoked: boolean };
export type Code = Grant & Lifetime & { readonly redirectUri: string; readonly isUsed: boolean };

export const codes = collection<Code>('tiktok/codes');
export const accessTokens = collection<Token>('tiktok/access-tokens');
export const refreshTokens = collection<Token>('tiktok/refresh-tokens');

export type Issuer = { readonly tx: Tx; readonly random: Random; readonly now: number };

/** Codes hold characters that addresses must encode. */
export function issueCode({ tx, random, now }: Issuer, asked: Grant & Pick<Code, 'redirectUri'>): Code {
  const text = `${random.text(60)}*v!${random.digits(4)}.va`;
  const code: Code = { ...asked, text, expiresAt: now + lifetimes.codeMs, isUsed: false };
  codes.put(tx, text, code);
  return code;
}

export function issueToken({ tx, random, now }: Issuer, { openId, scopes }: Grant, kind: 'access' | 'refresh'): Token {
  const [stored, lifetimeMs, prefix] =
    kind === 'access'
      ? ([accessTokens, lifetimes.accessTokenMs, 'act'] as const)
      : ([refreshTokens, lifetimes.refreshTokenMs, 'rft'] as const);
  const text = `${prefix}.${random.text(60)}!${random.digits(4)}.va`;
  const token = { text, openId, scopes, expiresAt: now + lifetimeMs, isRevoked: false };
  stored.put(tx, text, token);
  return token;
}

/** Everything the app was ever given for this person ends. */
export function revokeAll(tx: Tx, openId: string): void {
  for (const kept of [accessTokens, refreshTokens]) {
    for (const token of kept.all(tx)) {
      if (token.openId === openId) kept.put(tx, token.text, { ...token, isRevoked: true });
    }
  }
}

const presented = ({ request }: Call): string => /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';

export const findToken = (call: Call): Token | undefined => accessTokens.get(call.store, presented(call));

export function requireToken(call: Call): Token {
  const token = findToken(call);
  if (token === undefined || token.isRevoked || call.clock.now() >= token.expiresAt) refuse(call, errors.tokenInvalid);
  return token;
}
