import type { FormConnect, Refreshed } from '../adapter.ts';
import type { BlueskyAccountCall, BlueskyCall } from './call.ts';
import { home } from './session.ts';
import { signIn } from './sign-in.ts';
import { readTokens } from './tokens.ts';
import { callXrpc, type Endpoint, type XrpcFailure } from './xrpc.ts';

export const connect: FormConnect<BlueskyCall> = {
  kind: 'form',
  scopes: { publish: ['atproto'], comments: [], messages: [], analytics: [] },
  intro: 'Create an app password in Bluesky (Settings, Privacy and security, App passwords) and enter it here.',
  fields: [
    { name: 'handle', label: 'Handle', hint: 'name.bsky.social', isSecret: false, isRequired: true, lengthMax: 253 },
    {
      name: 'appPassword',
      label: 'App password',
      hint: 'xxxx-xxxx-xxxx-xxxx',
      isSecret: true,
      isRequired: true,
      lengthMax: 256,
    },
    {
      name: 'serviceUrl',
      label: 'Server',
      hint: 'Only if the account is not on bsky.social',
      isSecret: false,
      isRequired: false,
      lengthMax: 2048,
      isUrl: true,
    },
  ],
  sandboxValues: (account) => ({ handle: `${account ?? 'ada'}.bsky.test`, appPassword: 'sand-boxx-pass-word' }),
  signIn,
  refresh: async (call) => {
    const reply = await callXrpc(call, asRefresher(call), (agent) => agent.com.atproto.server.refreshSession());
    if (reply.kind !== 'ok') return notRefreshed(reply);
    const { data: session } = reply;
    const tokens = readTokens(session, call.clock.now());
    if (tokens === undefined) return { kind: 'later', reason: 'Bluesky returned no tokens' };
    if (session.did !== call.account.providerAccountId)
      return { kind: 'later', reason: 'the tokens belong to another account' };
    return { kind: 'refreshed', tokens };
  },
  revoke: async (call) => {
    const reply = await callXrpc(call, asRefresher(call), async (agent) => {
      await agent.com.atproto.server.deleteSession();
      return { data: undefined };
    });
    return reply.kind === 'ok';
  },
};

function asRefresher(call: BlueskyAccountCall): Endpoint {
  return { service: home(call).service, token: call.account.tokens?.refreshToken };
}

const dead = ['ExpiredToken', 'InvalidToken', 'AccountTakedown', 'AccountNotFound'];
/** Servers return no error name for a deleted account, only this message. */
const deleted = /^Could not find user info for account/;

function notRefreshed(failure: XrpcFailure): Refreshed {
  if (failure.kind !== 'error') return { kind: 'later', reason: failure.reason };
  const { name, message, retryAfterMs } = failure.error;
  if (dead.includes(name) || deleted.test(message)) return { kind: 'refused', cause: 'tokenDead', reason: message };
  return { kind: 'later', reason: message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
