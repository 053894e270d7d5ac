import type { Call } from '../platform.ts';
import type { Persons } from '../state/persons.ts';
import type { Random } from '../state/random.ts';
import type { Reply } from '../wire/reply.ts';
import type { Tx } from '../state/store.ts';
import type { Challenge } from './pkce.ts';

export type Grant = { readonly scopes: readonly string[] };

export type Code<G extends Grant> = {
  readonly text: string;
  readonly grant: G;
  readonly redirectUri: string;
  readonly challenge?: Challenge;
  readonly expiresAt: number;
  readonly isUsed: boolean;
};

export const tokenKinds = ['access', 'refresh', 'short', 'long', 'page'] as const;
export type TokenKind = (typeof tokenKinds)[number];

export type Token<G extends Grant> = G & {
  readonly text: string;
  readonly kind: TokenKind;
  readonly issuedAt: number;
  /** Null: does not expire. */
  readonly expiresAt: number | null;
  readonly isRevoked: boolean;
};

export type CodeError = 'unknown' | 'used' | 'expired' | 'redirectUri' | 'verifierMissing' | 'verifier';
export type TokenError = 'missing' | 'unknown' | 'revoked' | 'expired';

export type Issuer = { readonly tx: Tx; readonly random: Random; readonly now: number };

export const issuerOf = (call: Call, tx: Tx): Issuer => ({ tx, random: call.random, now: call.clock.now() });

type Format = { readonly lifetimeMs: number | null; text(random: Random): string };
type TokenFormat = Format & {
  /** The same calls find kinds that share a collection. Default: `<platform>/<kind>-tokens`. */
  readonly collection?: string;
};

export type OAuthApp = { readonly clientId: string; readonly clientSecret: string; readonly name: string };

export type AuthorityTable<P extends object, G extends Grant> = {
  readonly platform: string;
  readonly app: OAuthApp;
  readonly persons: Persons<P>;
  personIdOf(grant: G): string;
  readonly code: Format & { readonly lifetimeMs: number };
  readonly tokens: Readonly<Partial<Record<TokenKind, TokenFormat>>>;
  /** A code is exchanged for this kind, and API calls present it. */
  readonly accessKind: TokenKind;
  /** Default: the Bearer header. */
  presentedToken?(call: Call): string | undefined;
  tokenError(call: Call, error: TokenError, token: Token<G> | undefined): Reply;
  /** Removes what the platform keeps about consent beside tokens. */
  onRevokePerson?(tx: Tx, personId: string): void;
};
