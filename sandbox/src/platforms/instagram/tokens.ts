import type { Call } from '../../core/network.ts';
import { rawParameters } from '../../core/parameters.ts';
import type { Random } from '../../core/random.ts';
import { collection, type Tx } from '../../core/store.ts';
import { lifetimes } from './limits.ts';

type TokenKind = 'short' | 'long';

export type Token = {
  readonly text: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly kind: TokenKind;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly isRevoked: boolean;
};

export type Code = {
  readonly text: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  readonly expiresAt: number;
  readonly isUsed: boolean;
};

export const tokens = collection<Token>('instagram/tokens');
export const codes = collection<Code>('instagram/codes');

type Issuer = { readonly tx: Tx; readonly random: Random; readonly now: number };
type Grant = Pick<Token, 'userId' | 'scopes'>;

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function issueToken({ tx, random, now }: Issuer, { userId, scopes }: Grant, kind: TokenKind): Token {
  const lifetimeMs = kind === 'short' ? lifetimes.shortTokenMs : lifetimes.longTokenMs;
  const text = `IGAA${random.text(156, alphanumeric)}`;
  const token: Token = { text, userId, scopes, kind, issuedAt: now, expiresAt: now + lifetimeMs, isRevoked: false };
  tokens.put(tx, text, token);
  return token;
}

export function issueCode({ tx, random, now }: Issuer, grant: Grant & Pick<Code, 'redirectUri'>): Code {
  const code: Code = {
    ...grant,
    text: `AQ${random.text(120)}`,
    expiresAt: now + lifetimes.codeMs,
    isUsed: false,
  };
  codes.put(tx, code.text, code);
  return code;
}

/** Among the parameters or as a bearer. */
export function presentedToken({ request }: Call): string | undefined {
  const given = rawParameters(request)['access_token'];
  if (typeof given === 'string') return given;
  return /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
}

export function findToken(call: Call): Token | undefined {
  return tokens.get(call.store, presentedToken(call) ?? '');
}
