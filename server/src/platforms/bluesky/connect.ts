import type { AccountCall, FormConnect, Refreshed } from '../adapter.ts';
import { home } from './session.ts';
import { signIn } from './sign-in.ts';
import { readTokens } from './tokens.ts';
import { ask, type Endpoint, type XrpcFailure } from './xrpc.ts';

export const connect: FormConnect = {
  kind: 'form',
  scopes: { publish: ['atproto'], comments: [], messages: [], analytics: [] },
  intro: 'Make an app password in Bluesky (Settings, Privacy and security, App passwords) and enter it here.',
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
    const reply = await ask(call, asRefresher(call), (agent) => agent.com.atproto.server.refreshSession());
    if (reply.kind !== 'ok') return notRefreshed(reply);
    const { answer } = reply;
    const tokens = readTokens(answer, call.clock.now());
    if (tokens === undefined) return { kind: 'later', reason: 'Bluesky answered without tokens' };
    if (answer.did !== call.account.providerAccountId) return { kind: 'later', reason: 'tokens of another account' };
    return { kind: 'refreshed', tokens };
  },
  revoke: async (call) => {
    const reply = await ask(call, asRefresher(call), async (agent) => {
      await agent.com.atproto.server.deleteSession();
      return { data: undefined };
    });
    return reply.kind === 'ok';
  },
};

function asRefresher(call: AccountCall): Endpoint {
  return { service: home(call).service, token: call.account.tokens?.refreshToken };
}

const dead = ['ExpiredToken', 'InvalidToken', 'AccountTakedown', 'AccountNotFound'];
/** Of an account that was deleted; servers give it no name of its own. */
const deleted = /^Could not find user info for account/;

function notRefreshed(failure: XrpcFailure): Refreshed {
  if (failure.kind !== 'error') return { kind: 'later', reason: failure.reason };
  const { name, message, retryAfterMs } = failure;
  if (dead.includes(name) || deleted.test(message)) return { kind: 'refused', cause: 'tokenDead', reason: message };
  return { kind: 'later', reason: message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
