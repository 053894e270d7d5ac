import type { Call } from '../../core/network.ts';
import type { Random } from '../../core/random.ts';
import { collection, type Tx } from '../../core/store.ts';
import { refuse } from './errors.ts';
import { lifetimes } from './limits.ts';
import { tokenErrors } from './token-errors.ts';

type Grant = { readonly personId: string; readonly scopes: readonly string[] };

export type Token = Grant & { readonly text: string; readonly expiresAt: number; readonly isRevoked: boolean };
export type Code = Grant & {
  readonly text: string;
  readonly redirectUri: string;
  readonly expiresAt: number;
  readonly isUsed: boolean;
};

export const codes = collection<Code>('linkedin/codes');
export const accessTokens = collection<Token>('linkedin/access-tokens');
export const refreshTokens = collection<Token>('linkedin/refresh-tokens');

type Issuer = { readonly tx: Tx; readonly random: Random; readonly now: number };

export function issueCode({ tx, random, now }: Issuer, grant: Grant & Pick<Code, 'redirectUri'>): Code {
  const code: Code = { ...grant, text: `AQ${random.text(90)}`, expiresAt: now + lifetimes.codeMs, isUsed: false };
  codes.put(tx, code.text, code);
  return code;
}

export function issueAccessToken({ tx, random, now }: Issuer, { personId, scopes }: Grant): Token {
  const text = `AQX${random.text(347)}`;
  const token = { text, personId, scopes, expiresAt: now + lifetimes.accessTokenMs, isRevoked: false };
  accessTokens.put(tx, text, token);
  return token;
}

export function issueRefreshToken({ tx, random, now }: Issuer, { personId, scopes }: Grant): Token {
  const text = `AQW${random.text(347)}`;
  const token = { text, personId, scopes, expiresAt: now + lifetimes.refreshTokenMs, isRevoked: false };
  refreshTokens.put(tx, text, token);
  return token;
}

const presented = ({ request }: Call): string | undefined =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];

export const findToken = (call: Call): Token | undefined => accessTokens.get(call.store, presented(call) ?? '');

export function requireToken(call: Call): Token {
  if (presented(call) === undefined) refuse(tokenErrors.missing());
  const token = findToken(call) ?? refuse(tokenErrors.invalid());
  if (token.isRevoked) refuse(tokenErrors.revoked());
  if (call.clock.now() >= token.expiresAt) refuse(tokenErrors.expired());
  return token;
}
