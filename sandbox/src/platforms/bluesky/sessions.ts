import type { Call } from '../../core/platform.ts';
import { collection, type Tx } from '../../core/state/store.ts';
import { refuse } from './errors.ts';
import { entryway } from './hosts.ts';
import { readJwt, writeJwt, type Claims } from './jwt.ts';
import { lifetimes } from './limits.ts';
import { people, type Person } from './people.ts';

type Session = { readonly id: string; readonly did: string; readonly isEnded: boolean };
/** `nextJti` and `usableUntil` are set once the token was used. */
type RefreshToken = { readonly sessionId: string; readonly nextJti?: string; readonly usableUntil?: number };

const sessions = collection<Session>('bluesky/sessions');
const refreshTokens = collection<RefreshToken>('bluesky/refresh-tokens');

const scopes = { access: 'com.atproto.appPass', refresh: 'com.atproto.refresh' };
export type TokenKind = keyof typeof scopes;
export type Caller = { readonly person: Person; readonly sessionId: string; readonly jti: string };

type Tokens = { readonly accessJwt: string; readonly refreshJwt: string };

export function beginSession(call: Call, tx: Tx, person: Person): Tokens {
  const id = call.random.text(22);
  sessions.put(tx, id, { id, did: person.did, isEnded: false });
  return issueTokens(call, tx, { person, sessionId: id, jti: call.random.text(43) });
}

function issueTokens(call: Call, tx: Tx, { person, sessionId, jti }: Caller): Tokens {
  if (refreshTokens.get(tx, jti) === undefined) refreshTokens.put(tx, jti, { sessionId });
  const now = call.clock.now();
  const seconds = (ms: number): number => Math.floor(ms / 1000);
  const common = { sub: person.did, iat: seconds(now), sid: sessionId };
  return {
    accessJwt: writeJwt('at+jwt', {
      ...common,
      scope: scopes.access,
      exp: seconds(now + lifetimes.accessMs),
      aud: `did:web:${person.host}`,
    }),
    refreshJwt: writeJwt('refresh+jwt', {
      ...common,
      scope: scopes.refresh,
      exp: seconds(now + lifetimes.refreshMs),
      aud: `did:web:${entryway}`,
      jti,
    }),
  };
}

/** Used again within the grace period, a token returns the same successor. */
export function rotate(call: Call, tx: Tx, caller: Caller): Tokens {
  const token = refreshTokens.get(tx, caller.jti);
  const now = call.clock.now();
  if (token === undefined || now > (token.usableUntil ?? now)) refuseRevoked();
  const nextJti = token.nextJti ?? call.random.text(43);
  const usableUntil = token.usableUntil ?? now + lifetimes.refreshGraceMs;
  refreshTokens.put(tx, caller.jti, { ...token, nextJti, usableUntil });
  return issueTokens(call, tx, { ...caller, jti: nextJti });
}

export function endSession(tx: Tx, id: string): void {
  const session = sessions.get(tx, id);
  if (session !== undefined) sessions.put(tx, id, { ...session, isEnded: true });
}

export function bearerOf({ request }: Call): string | undefined {
  return /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
}

export function claimsOf(call: Call): Claims | undefined {
  return readJwt(bearerOf(call) ?? '');
}

export function requireCaller(call: Call, kind: TokenKind): Caller {
  if (call.request.headers.authorization === undefined) refuse(401, 'AuthMissing', 'Authentication Required');
  if (bearerOf(call) === undefined) refuse(400, 'InvalidToken', 'Unexpected authorization type');
  const claims = claimsOf(call) ?? refuse(400, 'InvalidToken', 'Token could not be verified');
  if (claims['scope'] !== scopes[kind]) refuse(400, 'InvalidToken', 'Bad token scope');
  if (Number(claims['exp']) * 1000 <= call.clock.now()) refuse(400, 'ExpiredToken', 'Token has expired');
  const session = sessions.get(call.store, String(claims['sid']));
  const person = people.get(call.store, String(claims['sub']));
  if (session === undefined || person === undefined) refuse(400, 'InvalidToken', 'Token could not be verified');
  if (session.isEnded || person.isPasswordRevoked) refuseRevoked();
  requireHome(call, person);
  if (person.isTakenDown) refuse(401, 'AccountTakedown', 'Account has been taken down');
  return { person, sessionId: session.id, jti: String(claims['jti']) };
}

/** A personal data server knows only its own accounts; the entryway forwards all calls. */
function requireHome({ request }: Call, { host }: Person): void {
  if (request.host !== entryway && request.host !== host) refuse(400, 'InvalidToken', 'Token could not be verified');
}

function refuseRevoked(): never {
  refuse(400, 'ExpiredToken', 'Token has been revoked');
}
