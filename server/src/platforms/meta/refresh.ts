import type { OAuthConnect, Refreshed } from '../adapter.ts';
import type { MetaCall } from './call.ts';
import { callGraph, type GraphFailure } from './graph.ts';
import type { metaOutcomes } from './outcomes.ts';
import { lifetimeMs, readToken, toTokens } from './tokens.ts';

type Refresh = NonNullable<OAuthConnect<MetaCall>['refresh']>;
type Judge = Pick<ReturnType<typeof metaOutcomes>, 'meaningOfError'>;

export function refreshLongToken(grantType: string, outcomes: Judge): Refresh {
  return async (call) => {
    const { tokens } = call.account;
    if (tokens === null) return { kind: 'later', reason: 'the account has no token' };
    const waitMs = untilOldEnough(call.clock.now(), tokens.expiresAt);
    if (waitMs > 0) return { kind: 'later', reason: 'the token is less than 24 hours old', retryAfterMs: waitMs };
    const query = { grant_type: grantType, access_token: tokens.accessToken };
    const reply = await callGraph(call.http, { url: `${call.hosts.graph}/refresh_access_token`, query });
    if (reply.kind !== 'ok') return notRefreshed(reply, outcomes);
    const token = readToken(reply.json);
    if (token === undefined) return { kind: 'later', reason: 'the response has no token' };
    const granted = token.scopes === undefined ? {} : { grantedScopes: token.scopes };
    return { kind: 'refreshed', tokens: toTokens(call, token), ...granted };
  };
}

const ageMinMs = 24 * 3_600_000;

/** Meta refuses to refresh tokens younger than a day. All live equally long, so the expiry gives the age. */
function untilOldEnough(now: Date, expiresAt: Date | undefined): number {
  return expiresAt === undefined ? 0 : expiresAt.getTime() - lifetimeMs + ageMinMs - now.getTime();
}

function notRefreshed(failure: GraphFailure, { meaningOfError }: Judge): Refreshed {
  if (failure.kind !== 'error') return { kind: 'later', reason: failure.reason };
  const { error } = failure;
  const { platformError: reason, retryAfterMs } = error;
  const meaning = meaningOfError(error);
  if (meaning === 'appProblem') return { kind: 'appProblem', reason };
  if (error.code !== 190) return { kind: 'later', reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  const cause = meaning === 'authorizationRemoved' ? 'authorizationRemoved' : 'tokenDead';
  return { kind: 'refused', cause, reason };
}
