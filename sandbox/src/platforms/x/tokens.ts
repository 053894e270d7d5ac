import type { Call } from '../../core/network.ts';
import type { Random } from '../../core/random.ts';
import { Refusal } from '../../core/reply.ts';
import { collection, type Tx } from '../../core/store.ts';
import { refuse, unauthorized } from './errors.ts';
import { lifetimes } from './limits.ts';

type Grant = { readonly personId: string; readonly scopes: readonly string[] };
type Lifetime = { readonly text: string; readonly expiresAt: number };

export type Challenge = { readonly method: 'S256' | 'plain'; readonly text: string };
export type Token = Grant & Lifetime & { readonly isRevoked: boolean };
export type Code = Grant &
  Lifetime & { readonly redirectUri: string; readonly challenge: Challenge; readonly isUsed: boolean };

export const codes = collection<Code>('x/codes');
export const accessTokens = collection<Token>('x/access-tokens');
export const refreshTokens = collection<Token>('x/refresh-tokens');

type Issuer = { readonly tx: Tx; readonly random: Random; readonly now: number };

export function issueCode({ tx, random, now }: Issuer, asked: Grant & Pick<Code, 'redirectUri' | 'challenge'>): Code {
  const code: Code = { ...asked, text: random.text(91), expiresAt: now + lifetimes.codeMs, isUsed: false };
  codes.put(tx, code.text, code);
  return code;
}

export function issueToken(
  { tx, random, now }: Issuer,
  { personId, scopes }: Grant,
  kind: 'access' | 'refresh',
): Token {
  const [stored, lifetimeMs] =
    kind === 'access' ? [accessTokens, lifetimes.accessTokenMs] : [refreshTokens, lifetimes.refreshTokenMs];
  const text = `${random.text(88)}:1:${kind === 'access' ? 'at' : 'rt'}:1`;
  const token = { text, personId, scopes, expiresAt: now + lifetimeMs, isRevoked: false };
  stored.put(tx, text, token);
  return token;
}

const presented = ({ request }: Call): string | undefined =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];

export const findToken = (call: Call): Token | undefined => accessTokens.get(call.store, presented(call) ?? '');

/** Bearer tokens of an app look different from those of a person, and may not write. */
const isAppToken = (text: string): boolean => text.startsWith('AAAAAAAA');

export function requireToken(call: Call): Token {
  if (isAppToken(presented(call) ?? '')) {
    refuse({
      status: 403,
      title: 'Unsupported Authentication',
      detail:
        'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.  Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].',
      type: 'unsupported-authentication',
    });
  }
  const token = findToken(call);
  if (token === undefined || token.isRevoked || call.clock.now() >= token.expiresAt) throw new Refusal(unauthorized());
  return token;
}
