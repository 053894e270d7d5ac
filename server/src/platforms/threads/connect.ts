import type { OAuthConnect, Refreshed } from '../adapter.ts';
import { callGraph, type GraphFailure } from '../shared/meta-graph.ts';
import { outcomes } from './errors.ts';
import { exchange } from './exchange.ts';
import { deleteScope, scopes } from './scopes.ts';
import { lifetimeMs, readTokens } from './tokens.ts';

export const connect: OAuthConnect = {
  kind: 'oauth',
  usesPkce: false,
  scopes,
  authorizeUrl: ({ hosts, credentials }, { redirectUri, state }) => {
    const query = new URLSearchParams({
      client_id: credentials['CLIENT_ID'] ?? '',
      redirect_uri: redirectUri,
      scope: [...Object.values(scopes).flat(), deleteScope].join(','),
      response_type: 'code',
      state,
    });
    return `${hosts['authorize'] ?? ''}/oauth/authorize?${query.toString()}`;
  },
  exchange,
  refresh: async (call) => {
    const { tokens } = call.account;
    if (tokens === null) return { kind: 'later', reason: 'there is no token' };
    const waitMs = untilOldEnough(call.clock.now(), tokens.expiresAt);
    if (waitMs > 0) return { kind: 'later', reason: 'a token of the last 24 hours', retryAfterMs: waitMs };
    const query = { grant_type: 'th_refresh_token', access_token: tokens.accessToken };
    const reply = await callGraph(call.http, { url: `${call.hosts['graph'] ?? ''}/refresh_access_token`, query });
    if (reply.kind !== 'ok') return notRefreshed(reply);
    const fresh = readTokens(call, reply.json);
    return fresh === undefined
      ? { kind: 'later', reason: 'Threads answered without a token' }
      : { kind: 'refreshed', tokens: fresh };
  },
};

const ageMinMs = 24 * 3_600_000;

/** Younger tokens are not refreshed; all of them live equally long, so the end tells the beginning. */
function untilOldEnough(now: Date, expiresAt: Date | undefined): number {
  return expiresAt === undefined ? 0 : expiresAt.getTime() - lifetimeMs + ageMinMs - now.getTime();
}

function notRefreshed(failure: GraphFailure): Refreshed {
  if (failure.kind !== 'error') return { kind: 'later', reason: failure.reason };
  const { error } = failure;
  const { platformError: reason, retryAfterMs } = error;
  if (error.code !== 190) return { kind: 'later', reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  const cause = outcomes.meaningOfError(error) === 'authorizationRemoved' ? 'authorizationRemoved' : 'tokenDead';
  return { kind: 'refused', cause, reason };
}
