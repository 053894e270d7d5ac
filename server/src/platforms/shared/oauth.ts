import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { AccountCall, Call, Connected, OAuthConnect, Refreshed, Scopes, Tokens } from '../adapter.ts';
import { formBody } from './bodies.ts';
import { refreshFailure, type RefreshRow, type TokenError } from './oauth-refresh.ts';
import { readOAuthTokens, type OAuthTokens } from './oauth-tokens.ts';
import type { ConnectFailure, Failure, Reply } from './reply.ts';

type Name =
  | 'client_id'
  | 'client_key'
  | 'client_secret'
  | 'code'
  | 'code_challenge'
  | 'code_challenge_method'
  | 'code_verifier'
  | 'grant_type'
  | 'redirect_uri'
  | 'refresh_token'
  | 'response_type'
  | 'scope'
  | 'state'
  | 'token';

/** Names of RFC 6749, in sending order; a pair is a constant of the platform. */
type Parameters = readonly (Name | readonly [name: string, value: string])[];

type Endpoint<C extends Call> = { url: (call: C) => string; parameters: Parameters };

export type OAuthApp<C extends Call> = {
  client: (call: C) => { id: string; secret: string };
  authorize: Endpoint<C> & { scopeSeparator: ' ' | ',' };
};

/** `Details` describes errors of the token endpoint. */
type OAuthFlow<C extends Call, Details> = OAuthApp<C> & {
  scopes: Scopes;
  vettedScopes?: readonly string[];
  token: {
    url: (call: C) => string;
    /** `basic` encodes the header as RFC 6749 asks, `basicRaw` does not. */
    auth: 'form' | 'basic' | 'basicRaw';
    exchange: Parameters;
    refresh: Parameters;
    read: (reply: PlatformReply, call: C) => Reply<{ json: unknown }, Details>;
    noToken: string;
  };
  readAccount: (call: C, granted: OAuthTokens, json: unknown) => Promise<Connected>;
  toConnectFailure: (failure: Failure<Details>) => ConnectFailure;
  refresh: {
    toTokenError: (error: Details) => TokenError;
    /** In addition to those of RFC 6749. */
    rows?: readonly RefreshRow[];
    /**
     * `replaced`: a response without a refresh token means that there is none any more. `required`: it always has one.
     * `kept`: without a new one the old one stays valid.
     */
    refreshToken: 'replaced' | 'required' | 'kept';
    /** The response's scopes do not tell what was granted. */
    ignoresScopes?: true;
    /** Rejects tokens that belong to another account. */
    isOwner?: (call: AccountCall<C>, json: unknown) => boolean;
  };
  revoke?: Endpoint<C> & {
    tokensOf: (tokens: Tokens) => readonly string[];
    isRevoked: (reply: PlatformReply, call: C) => boolean;
  };
};

export function oauthConnect<C extends Call, Details>(flow: OAuthFlow<C, Details>): OAuthConnect<C> {
  const { scopes, vettedScopes = [], token, revoke } = flow;
  return {
    kind: 'oauth',
    usesPkce: flow.authorize.parameters.includes('code_challenge'),
    scopes,
    requestedScopes: [...new Set([...scopes.publish, ...(scopes.extras ?? []), ...scopes.analytics])].filter(
      (scope) => !vettedScopes.includes(scope),
    ),
    vettedScopes,
    authorizeUrl: authorizeUrl(flow),
    exchange: async (call, { code, redirectUri, codeVerifier = '' }) => {
      const values = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier };
      const reply = await requestTokens(flow, call, { parameters: token.exchange, values });
      if (reply.kind !== 'ok') return flow.toConnectFailure(reply);
      const granted = readOAuthTokens(call, reply.json);
      if (granted === undefined) return { kind: 'unavailable', reason: token.noToken };
      return await flow.readAccount(call, granted, reply.json);
    },
    refresh: (call) => refresh(flow, call),
    ...(revoke === undefined ? {} : { revoke: (call) => revokeTokens(flow, revoke, call) }),
  };
}

export function authorizeUrl<C extends Call>({ client, authorize }: OAuthApp<C>): OAuthConnect<C>['authorizeUrl'] {
  return (call, { redirectUri, state, codeChallenge = '', scopes }) => {
    const fields = toFields(authorize.parameters, {
      ...clientValues(client(call)),
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: scopes.join(authorize.scopeSeparator),
      state,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    });
    return `${authorize.url(call)}?${new URLSearchParams(fields).toString()}`;
  };
}

type Values = Partial<Record<Name, string>>;

async function requestTokens<C extends Call, Details>(
  { client, token }: OAuthFlow<C, Details>,
  call: C,
  { parameters, values }: { parameters: Parameters; values: Values },
): Promise<Reply<{ json: unknown }, Details>> {
  const { url, auth, read } = token;
  const body = formBody(toFields(parameters, { ...clientValues(client(call)), ...values }));
  const headers = basicHeader(auth, client(call));
  return read(await call.http.send({ method: 'POST', url: url(call), headers, body }), call);
}

async function refresh<C extends Call, Details>(flow: OAuthFlow<C, Details>, call: AccountCall<C>): Promise<Refreshed> {
  const refreshToken = call.account.tokens?.refreshToken;
  if (refreshToken === undefined) return { kind: 'later', reason: 'the account has no refresh token' };
  const values = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const reply = await requestTokens(flow, call, { parameters: flow.token.refresh, values });
  if (reply.kind === 'error') return refreshFailure(flow.refresh.toTokenError(reply.error), flow.refresh.rows);
  if (reply.kind !== 'ok') return { kind: 'later', reason: reply.reason };
  if (flow.refresh.isOwner?.(call, reply.json) === false)
    return { kind: 'later', reason: 'the tokens belong to another account' };
  const granted = readOAuthTokens(call, reply.json);
  return toRefreshed(flow, granted, refreshToken) ?? { kind: 'later', reason: flow.token.noToken };
}

/** Undefined when a token is missing: such a response must never replace working tokens. */
function toRefreshed<C extends Call, Details>(
  flow: OAuthFlow<C, Details>,
  granted: OAuthTokens | undefined,
  oldToken: string,
): Refreshed | undefined {
  const { refreshToken, ignoresScopes } = flow.refresh;
  if (granted === undefined) return undefined;
  if (refreshToken === 'required' && granted.tokens.refreshToken === undefined) return undefined;
  const isKept = refreshToken === 'kept';
  const tokens = isKept ? { refreshToken: oldToken, ...granted.tokens, isRefreshable: true } : granted.tokens;
  const hasScopes = granted.scopes.length > 0 && ignoresScopes !== true;
  return { kind: 'refreshed', tokens, ...(hasScopes ? { grantedScopes: granted.scopes } : {}) };
}

/** Continues after a failure: each token ends on its own. */
async function revokeTokens<C extends Call, Details>(
  { client, token }: OAuthFlow<C, Details>,
  revoke: NonNullable<OAuthFlow<C, Details>['revoke']>,
  call: AccountCall<C>,
): Promise<boolean> {
  const tokens = revoke.tokensOf(call.account.tokens ?? { accessToken: '', isRefreshable: false });
  let isRevoked = true;
  for (const value of tokens) {
    const body = formBody(toFields(revoke.parameters, { ...clientValues(client(call)), token: value }));
    const headers = basicHeader(token.auth, client(call));
    const reply = await call.http.send({ method: 'POST', url: revoke.url(call), headers, body });
    isRevoked = revoke.isRevoked(reply, call) && isRevoked;
  }
  return isRevoked;
}

type Client = ReturnType<OAuthApp<Call>['client']>;

function clientValues({ id, secret }: Client): Values {
  return { client_id: id, client_key: id, client_secret: secret };
}

function basicHeader(auth: 'form' | 'basic' | 'basicRaw', { id, secret }: Client): Record<string, string> {
  if (auth === 'form') return {};
  const pair = auth === 'basic' ? [id, secret].map(encodeURIComponent) : [id, secret];
  return { authorization: `Basic ${Buffer.from(pair.join(':')).toString('base64')}` };
}

function toFields(parameters: Parameters, values: Values): Record<string, string> {
  const pairs = parameters.map((one) => (typeof one === 'string' ? ([one, values[one] ?? ''] as const) : one));
  return Object.fromEntries(pairs);
}
