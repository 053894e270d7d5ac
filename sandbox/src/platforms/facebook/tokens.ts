import type { Call } from '../../core/network.ts';
import { rawParameters } from '../../core/parameters.ts';
import { collection } from '../../core/store.ts';
import type { Code, Issuer } from '../meta/codes.ts';
import { presentedToken } from '../meta/tokens.ts';
import type { Metered } from '../meta/usage.ts';
import { lifetimes } from './limits.ts';

/** What a person agreed to: scopes, and the Pages they are meant for. */
export type Grant = {
  readonly personId: string;
  readonly scopes: readonly string[];
  readonly declined: readonly string[];
  readonly pageIds: readonly string[];
};

type Kind = 'short' | 'long' | 'page';

export type Token = Grant & {
  readonly text: string;
  readonly kind: Kind;
  /** Of a Page's own token. */
  readonly pageId: string | null;
  readonly expiresAt: number | null;
  readonly isRevoked: boolean;
};

export const tokens = collection<Token>('facebook/tokens');
export const codes = collection<Code<Grant>>('facebook/codes');

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function issueUserToken(issuer: Issuer, grant: Grant, kind: 'short' | 'long'): Token {
  const lifetimeMs = kind === 'short' ? lifetimes.shortTokenMs : lifetimes.longTokenMs;
  return issue(issuer, { ...grant, kind, pageId: null, expiresAt: issuer.now + lifetimeMs });
}

/** Without an end when it comes from a long token, else it ends with the short one. */
export function issuePageToken(issuer: Issuer, user: Token, pageId: string): Token {
  return issue(issuer, { ...user, kind: 'page', pageId, expiresAt: user.kind === 'long' ? null : user.expiresAt });
}

function issue({ tx, random }: Issuer, given: Omit<Token, 'text' | 'isRevoked'>): Token {
  const token: Token = { ...given, text: `EAA${random.text(160, alphanumeric)}`, isRevoked: false };
  tokens.put(tx, token.text, token);
  return token;
}

/** The token to be exchanged is a parameter of another name. */
export function findToken(call: Call): Token | undefined {
  const exchanged = rawParameters(call.request)['fb_exchange_token'];
  return tokens.get(call.store, typeof exchanged === 'string' ? exchanged : (presentedToken(call) ?? ''));
}

export function meteredOf(call: Call): Metered | undefined {
  const pageId = findToken(call)?.pageId ?? undefined;
  return pageId === undefined ? undefined : { id: pageId, type: 'pages' };
}
