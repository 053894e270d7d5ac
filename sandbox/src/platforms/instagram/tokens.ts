import type { Call } from '../../core/network.ts';
import { collection } from '../../core/store.ts';
import type { Code, Issuer } from '../meta/codes.ts';
import { presentedToken } from '../meta/tokens.ts';
import type { Metered } from '../meta/usage.ts';
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

type Grant = Pick<Token, 'userId' | 'scopes'>;

export const tokens = collection<Token>('instagram/tokens');
export const codes = collection<Code<Grant>>('instagram/codes');

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function issueToken({ tx, random, now }: Issuer, { userId, scopes }: Grant, kind: TokenKind): Token {
  const lifetimeMs = kind === 'short' ? lifetimes.shortTokenMs : lifetimes.longTokenMs;
  const text = `IGAA${random.text(156, alphanumeric)}`;
  const token: Token = { text, userId, scopes, kind, issuedAt: now, expiresAt: now + lifetimeMs, isRevoked: false };
  tokens.put(tx, text, token);
  return token;
}

export function findToken(call: Call): Token | undefined {
  return tokens.get(call.store, presentedToken(call) ?? '');
}

export function meteredOf(call: Call): Metered | undefined {
  const token = findToken(call);
  return token && { id: token.userId, type: 'instagram' };
}
