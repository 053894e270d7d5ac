import type { Call } from '../platform.ts';
import { Refusal } from '../wire/reply.ts';
import { collection, type Collection, type Reader, type Tx } from '../state/store.ts';
import {
  tokenKinds,
  type AuthorityTable,
  type Grant,
  type Issuer,
  type Token,
  type TokenError,
  type TokenKind,
} from './table.ts';

export const bearerToken = ({ request }: Call): string | undefined =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];

export function secondsLeft(call: Call, { expiresAt }: { readonly expiresAt: number | null }): number {
  return Math.floor(((expiresAt ?? 0) - call.clock.now()) / 1000);
}

const hasExpired = ({ expiresAt }: Token<Grant>, now: number): boolean => now >= (expiresAt ?? Infinity);

export function createTokens<P extends object, G extends Grant>(table: AuthorityTable<P, G>) {
  const { accessKind, presentedToken = bearerToken } = table;
  const nameOf = (kind: TokenKind): string => table.tokens[kind]?.collection ?? `${table.platform}/${kind}-tokens`;
  const tokensOf = (kind: TokenKind): Collection<Token<G>> => collection<Token<G>>(nameOf(kind));
  const names = new Set(tokenKinds.filter((kind) => table.tokens[kind] !== undefined).map(nameOf));
  const collections = [...names].map((name) => collection<Token<G>>(name));

  const getToken = (reader: Reader, kind: TokenKind, text: unknown): Token<G> | undefined =>
    tokensOf(kind).get(reader, String(text));

  /** Also finds dead tokens. */
  const findToken = (call: Call): Token<G> | undefined => getToken(call.store, accessKind, presentedToken(call) ?? '');

  /** Throws the platform's refusal unless the token is alive. */
  const requireToken = (call: Call): Token<G> => {
    const token = findToken(call);
    const refuse = (error: TokenError): never => {
      throw new Refusal(table.tokenError(call, error, token));
    };
    if (token === undefined) return refuse(presentedToken(call) === undefined ? 'missing' : 'unknown');
    if (token.isRevoked) return refuse('revoked');
    return hasExpired(token, call.clock.now()) ? refuse('expired') : token;
  };

  /** `expiresAt` replaces the kind's lifetime. */
  const issueToken = ({ tx, random, now }: Issuer, grant: G, kind: TokenKind, expiresAt?: number | null): Token<G> => {
    const format = table.tokens[kind];
    if (format === undefined) throw new Error(`${table.platform} has no tokens of the kind ${kind}`);
    const end = format.lifetimeMs === null ? null : now + format.lifetimeMs;
    const lifetime = { issuedAt: now, expiresAt: expiresAt === undefined ? end : expiresAt, isRevoked: false };
    const token = { ...grant, ...lifetime, text: format.text(random), kind };
    tokensOf(kind).put(tx, token.text, token);
    return token;
  };

  const revokeToken = (tx: Tx, { text }: Token<G>): void => {
    for (const tokens of collections) {
      const token = tokens.get(tx, text);
      if (token !== undefined) tokens.put(tx, text, { ...token, isRevoked: true });
    }
  };

  const revokePerson = (tx: Tx, personId: string): void => {
    table.onRevokePerson?.(tx, personId);
    const tokens = collections.flatMap((each) => each.all(tx));
    tokens.filter((token) => table.personIdOf(token) === personId).forEach((token) => revokeToken(tx, token));
  };

  const isLive = (token: Token<G>, now: number): boolean => !token.isRevoked && !hasExpired(token, now);

  return { getToken, findToken, requireToken, issueToken, isLive, revokeToken, revokePerson };
}
