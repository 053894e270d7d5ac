import type { Call } from '../../core/network.ts';
import type { Random } from '../../core/random.ts';
import { collection, type Tx } from '../../core/store.ts';
import { errors, refuse } from './errors.ts';
import { lifetimes } from './limits.ts';

type Grant = { readonly personId: string; readonly scopes: readonly string[] };

export type Token = Grant & { readonly text: string; readonly expiresAt: number; readonly isRevoked: boolean };
export type Code = Grant & {
  readonly text: string;
  readonly redirectUri: string;
  readonly expiresAt: number;
  readonly isUsed: boolean;
};

export const codes = collection<Code>('pinterest/codes');
export const accessTokens = collection<Token>('pinterest/access-tokens');
export const refreshTokens = collection<Token>('pinterest/refresh-tokens');

type Issuer = { readonly tx: Tx; readonly random: Random; readonly now: number };

export function issueCode({ tx, random, now }: Issuer, grant: Grant & Pick<Code, 'redirectUri'>): Code {
  const code: Code = { ...grant, text: random.text(40), expiresAt: now + lifetimes.codeMs, isUsed: false };
  codes.put(tx, code.text, code);
  return code;
}

export function issueAccessToken({ tx, random, now }: Issuer, { personId, scopes }: Grant): Token {
  const text = `pina_${random.text(80)}`;
  const token = { text, personId, scopes, expiresAt: now + lifetimes.accessTokenMs, isRevoked: false };
  accessTokens.put(tx, text, token);
  return token;
}

export function issueRefreshToken({ tx, random, now }: Issuer, { personId, scopes }: Grant): Token {
  const text = `pinr.${random.text(80)}`;
  const token = { text, personId, scopes, expiresAt: now + lifetimes.refreshTokenMs, isRevoked: false };
  refreshTokens.put(tx, text, token);
  return token;
}

const presented = ({ request }: Call): string | undefined =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];

export const findToken = (call: Call): Token | undefined => accessTokens.get(call.store, presented(call) ?? '');

export function requireToken(call: Call): Token {
  const token = findToken(call) ?? refuse(errors.authentication());
  if (token.isRevoked) refuse(errors.authentication());
  if (call.clock.now() >= token.expiresAt) refuse(errors.authentication());
  return token;
}
