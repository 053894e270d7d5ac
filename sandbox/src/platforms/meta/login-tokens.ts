import type { Call } from '../../core/network.ts';
import { collection, type Collection } from '../../core/store.ts';
import type { Code, Issuer } from './codes.ts';
import { presentedToken } from './tokens.ts';
import type { Metered } from './usage.ts';

export type TokenKind = 'short' | 'long';

export type LoginToken = {
  readonly text: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly kind: TokenKind;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly isRevoked: boolean;
};

type LoginGrant = Pick<LoginToken, 'userId' | 'scopes'>;

/** Of a network where people sign in themselves: a code becomes a short token, which becomes a long one. */
export type Login = {
  readonly tokens: Collection<LoginToken>;
  readonly codes: Collection<Code<LoginGrant>>;
  readonly lifetimes: Lifetimes;
  issue(issuer: Issuer, grant: LoginGrant, kind: TokenKind): LoginToken;
  find(call: Call): LoginToken | undefined;
  revoke(call: Call): void;
  meteredOf(call: Call): Metered | undefined;
};

type Lifetimes = { readonly shortTokenMs: number; readonly longTokenMs: number; readonly refreshFromMs: number };
type Parts = { readonly platform: string; readonly prefix: string; readonly lifetimes: Lifetimes };

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function loginOf({ platform, prefix, lifetimes }: Parts): Login {
  const tokens = collection<LoginToken>(`${platform}/tokens`);
  const find = (call: Call) => tokens.get(call.store, presentedToken(call) ?? '');
  return {
    tokens,
    codes: collection<Code<LoginGrant>>(`${platform}/codes`),
    lifetimes,
    find,
    issue: ({ tx, random, now }, { userId, scopes }, kind) => {
      const expiresAt = now + (kind === 'short' ? lifetimes.shortTokenMs : lifetimes.longTokenMs);
      const text = `${prefix}${random.text(156, alphanumeric)}`;
      const token = { text, userId, scopes, kind, issuedAt: now, expiresAt, isRevoked: false };
      tokens.put(tx, text, token);
      return token;
    },
    revoke: (call) => {
      const token = find(call);
      if (token !== undefined) call.commit((tx) => tokens.put(tx, token.text, { ...token, isRevoked: true }));
    },
    meteredOf: (call) => {
      const token = find(call);
      return token && { id: token.userId, type: platform };
    },
  };
}
