import { isJsonObject } from '../../kernel/text/json.ts';
import type { Call, Connected, FormConnect } from '../adapter.ts';
import { networkText, webUrl } from '../shared/network-text.ts';
import { readTokens } from './tokens.ts';
import { ask, type XrpcFailure } from './xrpc.ts';

export const signIn: FormConnect['signIn'] = async (call, values) => {
  const service = serverUrl(values['serviceUrl'] || (call.hosts['service'] ?? ''));
  if (service === undefined) return { kind: 'refused', reason: 'The address of the server is not valid' };
  const identifier = plainHandle(values['handle'] ?? '');
  const password = values['appPassword'] ?? '';
  const reply = await ask(call, { service }, (agent) =>
    agent.com.atproto.server.createSession({ identifier, password }),
  );
  if (reply.kind !== 'ok') return failed(reply);
  const { did, handle, active, didDoc } = reply.answer;
  if (active === false) return { kind: 'refused', reason: 'The account is not active' };
  const tokens = readTokens(reply.answer, call.clock.now());
  if (tokens === undefined) return { kind: 'unavailable', reason: 'Bluesky answered without tokens' };
  const pds = pdsOf(didDoc) ?? service;
  const profile = await readProfile(call, { service: pds, token: tokens.accessToken, did });
  return {
    kind: 'accounts',
    accounts: [
      {
        providerAccountId: did,
        username: handle,
        displayName: profile.displayName ?? handle,
        profileUrl: `https://bsky.app/profile/${handle}`,
        ...(profile.avatarUrl === undefined ? {} : { avatarUrl: profile.avatarUrl }),
        grantedScopes: ['atproto'],
        tokens,
        state: { pds },
      },
    ],
  };
};

/** Handles are copied with an @, and with invisible marks of direction. */
export function plainHandle(text: string): string {
  return text
    .replaceAll(/[\p{Cf}\s]/gu, '')
    .replace(/^@/, '')
    .toLowerCase();
}

/** Without a slash at the end; a path stays. */
function serverUrl(text: string): string | undefined {
  const known = webUrl(text);
  if (known === undefined) return undefined;
  const { origin, pathname } = new URL(known);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** Where the account really lives, as its document says. */
export function pdsOf(didDoc: unknown): string | undefined {
  const services = isJsonObject(didDoc) ? [didDoc['service']].flat().filter(isJsonObject) : [];
  const own = services.find(({ id }) => typeof id === 'string' && id.endsWith('#atproto_pds'));
  const endpoint = own?.['serviceEndpoint'];
  return typeof endpoint === 'string' ? serverUrl(endpoint) : undefined;
}

type Profile = { displayName?: string | undefined; avatarUrl?: string | undefined };

/** It comes from another server than the session; without it the account is connected all the same. */
async function readProfile(
  call: Call,
  { did, ...endpoint }: { service: string; token: string; did: string },
): Promise<Profile> {
  const reply = await ask(call, endpoint, (agent) => agent.getProfile({ actor: did }));
  if (reply.kind !== 'ok') return {};
  const displayName = networkText(reply.answer.displayName, 200)?.trim();
  return { displayName: displayName === '' ? undefined : displayName, avatarUrl: webUrl(reply.answer.avatar) };
}

const reasons: Readonly<Record<string, string>> = {
  AuthenticationRequired: 'Bluesky does not know this handle and app password',
  AuthFactorTokenRequired: 'Enter an app password, not the password of the account itself',
  AccountTakedown: 'Bluesky has taken this account down',
};

/** 4xx but throttling are definite. */
function failed(failure: XrpcFailure): Connected {
  if (failure.kind !== 'error') return { kind: 'unavailable', reason: failure.reason };
  const { name, status, message } = failure;
  const isDefinite = status !== 429 && name !== '' && name !== 'RateLimitExceeded';
  return { kind: isDefinite ? 'refused' : 'unavailable', reason: reasons[name] ?? message };
}
