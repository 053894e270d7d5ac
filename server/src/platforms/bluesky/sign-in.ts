import { isJsonObject } from '../../kernel/text/json.ts';
import type { FormConnect } from '../adapter.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import { connectFailure, type ConnectFailure } from '../shared/reply.ts';
import type { BlueskyCall } from './call.ts';
import { readTokens } from './tokens.ts';
import { callXrpc, type XrpcFailure } from './xrpc.ts';

export const signIn: FormConnect<BlueskyCall>['signIn'] = async (call, values) => {
  const service = serverUrl(values['serviceUrl'] || call.hosts.service);
  if (service === undefined) return { kind: 'refused', reason: 'The URL of the server is not valid' };
  const identifier = plainHandle(values['handle'] ?? '');
  const password = values['appPassword'] ?? '';
  const reply = await callXrpc(call, { service }, (agent) =>
    agent.com.atproto.server.createSession({ identifier, password }),
  );
  if (reply.kind !== 'ok') return failed(reply);
  const { did, handle, active, didDoc } = reply.data;
  if (active === false) return { kind: 'refused', reason: 'The account is not active' };
  const tokens = readTokens(reply.data, call.clock.now());
  if (tokens === undefined) return { kind: 'unavailable', reason: 'Bluesky returned no tokens' };
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

/** People paste handles with an @ and with invisible direction marks. */
export function plainHandle(text: string): string {
  return text
    .replaceAll(/[\p{Cf}\s]/gu, '')
    .replace(/^@/, '')
    .toLowerCase();
}

function serverUrl(text: string): string | undefined {
  const known = webUrl(text);
  if (known === undefined) return undefined;
  const { origin, pathname } = new URL(known);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

export function pdsOf(didDoc: unknown): string | undefined {
  const services = isJsonObject(didDoc) ? [didDoc['service']].flat().filter(isJsonObject) : [];
  const own = services.find(({ id }) => typeof id === 'string' && id.endsWith('#atproto_pds'));
  const endpoint = own?.['serviceEndpoint'];
  return typeof endpoint === 'string' ? serverUrl(endpoint) : undefined;
}

type Profile = { displayName?: string | undefined; avatarUrl?: string | undefined };

/** Comes from another server, so the account is connected even without it. */
async function readProfile(
  call: BlueskyCall,
  { did, ...endpoint }: { service: string; token: string; did: string },
): Promise<Profile> {
  const reply = await callXrpc(call, endpoint, (agent) => agent.getProfile({ actor: did }));
  if (reply.kind !== 'ok') return {};
  const displayName = platformText(reply.data.displayName, 200)?.trim();
  return { displayName: displayName === '' ? undefined : displayName, avatarUrl: webUrl(reply.data.avatar) };
}

const reasons: Readonly<Record<string, string>> = {
  AuthenticationRequired: 'Bluesky does not accept this handle and app password',
  AuthFactorTokenRequired: 'Enter an app password, not the password of the account itself',
  AccountTakedown: 'Bluesky has taken this account down',
};

function failed(failure: XrpcFailure): ConnectFailure {
  return connectFailure(failure, ({ name, status, message }) => ({
    isTemporary: status === 429 || name === '' || name === 'RateLimitExceeded',
    reason: reasons[name] ?? message,
  }));
}
