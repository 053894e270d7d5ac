import { createHmac } from 'node:crypto';
import { realClock } from '../../src/kernel/time/clock.ts';
import { createHttpClient, OutboundFault } from '../../src/kernel/outbound/http-client.ts';
import { operatorPolicy } from '../../src/kernel/outbound/address-policy.ts';
import { createPlatformHttp, type PlatformHttp, type PlatformReply } from '../../src/kernel/outbound/platform-http.ts';
import { secureRandom } from '../../src/kernel/crypto/random.ts';
import type {
  AccountCall,
  Call,
  CallAccount,
  PublishState,
  Post,
  RemoteAccount,
  Step,
  Tokens,
} from '../../src/platforms/adapter.ts';
import { bluesky } from '../../src/platforms/bluesky/index.ts';
import { noCounts } from '../no-counts.ts';
import type { Pds } from './servers.ts';
import type { Stopper } from './stopper.ts';

/** `accessJwt` comes from the main password and has more rights than Herald's session. */
export type Person = { did: string; handle: string; appPassword: string; accessJwt: string };
type XrpcResponse = { status: number; json: Record<string, any> };

type Exchange = { request: string; reply: PlatformReply };

export type BlueskyFixture = {
  pds: Pds;
  seen: Exchange[];
  call: Call;
  as(account: RemoteAccount, tokens?: Partial<Tokens>): AccountCall;
  newPerson(name: string): Promise<Person>;
  signIn(person: Person, values?: Record<string, string>): Promise<RemoteAccount>;
  ask(nsid: string, request: Ask): Promise<XrpcResponse>;
  command(nsid: string, body: object): Promise<XrpcResponse>;
  prepare(call: AccountCall, post: Post): Promise<Step>;
  keys(did: string): Promise<string[]>;
  record(did: string, publishState: PublishState): Promise<XrpcResponse>;
};

type Ask = { token?: string; query?: Record<string, string>; body?: object };

type Options = { pds: Pds; stopper: Stopper; videoUrl: string; otherOrigins: readonly string[] };

export async function createBlueskyFixture({ pds, stopper, videoUrl, otherOrigins }: Options): Promise<BlueskyFixture> {
  const trusted = createHttpClient({ policy: operatorPolicy, resolve: async () => ['127.0.0.1'] });
  stopper.add(() => trusted.close());
  const guarded = {
    safeFetch: async () => {
      throw new OutboundFault('addressBlocked', 'only this machine may be reached');
    },
    close: async () => {},
  };
  const own = [pds.origin, pds.origin.replace('127.0.0.1', 'localhost')];
  const trustedOrigins = new Set([...own, ...otherOrigins]);
  const seen: Exchange[] = [];
  const http = listening(
    createPlatformHttp({
      platform: 'bluesky',
      guarded,
      trusted,
      trustedOrigins,
      sandboxUrl: undefined,
      counts: noCounts,
    }),
    seen,
  );
  const call: Call = {
    http,
    clock: realClock,
    random: secureRandom,
    credentials: {},
    hosts: { service: pds.origin, video: videoUrl },
    apiVersion: '',
  };
  const ask = (nsid: string, request: Ask): Promise<XrpcResponse> => send(pds.origin, nsid, request);
  const basic = `Basic ${Buffer.from(`admin:${pds.adminPassword}`).toString('base64')}`;
  const command = (nsid: string, body: object): Promise<XrpcResponse> => send(pds.origin, nsid, { body }, basic);
  const { code } = expectOk(await command('com.atproto.server.createInviteCode', { useCount: 100 }));
  return {
    pds,
    seen,
    call,
    as: (account, tokens) => ({ ...call, account: callAccount(account, tokens) }),
    newPerson: async (name) => {
      const handle = `${name}.test`;
      const password = `${name}-own-password`;
      const account = { handle, email: `${name}@example.com`, password, inviteCode: code };
      const { did, accessJwt } = expectOk(await ask('com.atproto.server.createAccount', { body: account }));
      const response = await ask('com.atproto.server.createAppPassword', {
        token: accessJwt,
        body: { name: 'Herald' },
      });
      return { did, handle, accessJwt, appPassword: expectOk(response)['password'] };
    },
    signIn: async ({ handle, appPassword }, values = {}) => {
      if (bluesky.connect.kind !== 'form') throw new Error('a form is expected');
      const connected = await bluesky.connect.signIn(call, { handle, appPassword, serviceUrl: pds.origin, ...values });
      const account = connected.kind === 'accounts' ? connected.accounts[0] : undefined;
      if (account === undefined) throw new Error(`not signed in: ${JSON.stringify(connected)}`);
      return account;
    },
    ask,
    command,
    prepare: prepareAll,
    keys: async (did) => {
      const query = { repo: did, collection: 'app.bsky.feed.post', limit: '100' };
      const { records } = expectOk(await ask('com.atproto.repo.listRecords', { query }));
      return (records as { uri: string }[]).map(({ uri }) => uri.split('/').at(-1) ?? '');
    },
    record: async (did, publishState) => {
      const query = { repo: did, collection: 'app.bsky.feed.post', rkey: finalOf(publishState).key };
      return await ask('com.atproto.repo.getRecord', { query });
    },
  };
}

export function finalOf(publishState: PublishState): { key: string; record: Record<string, any> } {
  return publishState['final'] as { key: string; record: Record<string, any> };
}

/** Stores each publish state as JSON, as Herald does. */
async function prepareAll(call: AccountCall, post: Post): Promise<Step> {
  let publishState: PublishState | undefined;
  for (let round = 0; round < 30; round++) {
    const step = await bluesky.publish.prepare(call, post, publishState);
    if (step.kind !== 'again' && step.kind !== 'wait') return JSON.parse(JSON.stringify(step)) as Step;
    publishState = JSON.parse(JSON.stringify(step.publishState)) as PublishState;
  }
  throw new Error('never ready');
}

/** A token that expired a minute ago. */
export function expiredToken({ jwtSecret, did: aud }: Pds, did: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) - 60;
  const claims = { scope: 'com.atproto.appPass', sub: did, aud, iat: exp - 7200, exp };
  const content = `${part({ typ: 'at+jwt', alg: 'HS256' })}.${part(claims)}`;
  return `${content}.${createHmac('sha256', jwtSecret).update(content).digest('base64url')}`;
}

function callAccount(account: RemoteAccount, changed: Partial<Tokens> = {}): CallAccount {
  const { providerAccountId, username, grantedScopes, tokens, state } = account;
  return {
    providerAccountId,
    username,
    grantedScopes,
    tokens: tokens === null ? null : { ...tokens, ...changed },
    state,
  };
}

function listening(http: PlatformHttp, seen: Exchange[]): PlatformHttp {
  return {
    send: async (request) => {
      const reply = await http.send(request);
      const { pathname } = new URL(request.url);
      seen.push({ request: `${request.method} ${pathname.replace('/xrpc/', '')}`, reply });
      return reply;
    },
  };
}

async function send(origin: string, nsid: string, request: Ask, authorization?: string): Promise<XrpcResponse> {
  const { token, query = {}, body } = request;
  const search = new URLSearchParams(query).toString();
  const response = await fetch(`${origin}/xrpc/${nsid}${search === '' ? '' : `?${search}`}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(authorization === undefined ? {} : { authorization }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? {} : (JSON.parse(text) as Record<string, any>) };
}

export function expectOk({ status, json }: XrpcResponse): Record<string, any> {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`);
  return json;
}
