import type { Call } from '../../core/platform.ts';
import { createAuthority } from '../../core/oauth/authority.ts';
import { authorizeRoute } from '../../core/oauth/authorize-route.ts';
import { revokeRoute } from '../../core/oauth/revoke-route.ts';
import type { ClientForm } from '../../core/oauth/token-form.ts';
import type { Token } from '../../core/oauth/table.ts';
import { secondsLeft } from '../../core/oauth/tokens.ts';
import { grantError, tokenRoute, type TokenTable } from '../../core/oauth/token-route.ts';
import { errorPage } from '../../core/pages/page.ts';
import type { Shape } from '../../core/wire/parameters.ts';
import { json, type Reply } from '../../core/wire/reply.ts';
import { errorReply, errors, oauthReply } from './errors.ts';
import { lifetimes, scopes } from './limits.ts';
import { persons, type Person } from './persons.ts';

type Grant = { readonly openId: string; readonly scopes: readonly string[] };
export type AccessToken = Token<Grant>;

const host = 'open.tiktokapis.com';
const scopeNames: readonly string[] = Object.values(scopes);

/** Codes and tokens contain characters that URLs must encode. */
export const authority = createAuthority<Person, Grant>({
  platform: 'tiktok',
  app: { clientId: 'sandbox-tiktok-key', clientSecret: 'sandbox-tiktok-secret', name: 'Herald' },
  persons,
  personIdOf: ({ openId }) => openId,
  code: {
    lifetimeMs: lifetimes.codeMs,
    text: (random) => `${random.text(60)}*v!${random.digits(4)}.va`,
  },
  tokens: {
    access: {
      lifetimeMs: lifetimes.accessTokenMs,
      text: (random) => `act.${random.text(60)}!${random.digits(4)}.va`,
    },
    refresh: {
      lifetimeMs: lifetimes.refreshTokenMs,
      text: (random) => `rft.${random.text(60)}!${random.digits(4)}.va`,
    },
  },
  accessKind: 'access',
  tokenError: (call) => errorReply(call, errors.tokenInvalid),
});

export const authorize = authorizeRoute(authority, {
  host: 'www.tiktok.com',
  path: '/v2/auth/authorize/',
  label: 'TikTok',
  clientParameter: 'client_key',
  parameters: ['disable_auto_auth'],
  scopeSeparator: ',',
  messages: {
    unknownParameter: (name) => `param_error: ${name}`,
    client: 'client_key',
    responseType: () => 'unsupported_response_type',
    redirectUri: 'redirect_uri',
  },
  errorReply: (message) => errorPage(400, 'Something went wrong', `We couldn’t log in with TikTok: ${message}`),
  check: ({ request }, requested) => {
    if ((request.query.get('state') ?? '') === '') return 'state';
    const unknown = requested.filter((scope) => !scopeNames.includes(scope));
    if (unknown.length > 0) return `invalid_scope: ${unknown.join(', ')}`;
    return requested.includes(scopes.basic) ? undefined : `invalid_scope: ${scopes.basic} is needed`;
  },
  describe: ({ username, displayName }) => ({ label: displayName, detail: `@${username}` }),
  invalidName: (name) => ['No such username', `${name} cannot be a username: a–z, 0–9, dots and underscores, 2 to 24.`],
  grant: ({ person, scopes: granted }) => ({ openId: person.openId, scopes: granted }),
  approved: (grant) => ({ scopes: grant.scopes.join(',') }),
  denied: { error: 'access_denied', error_description: 'User cancelled the login' },
});

const invalidRequest = (call: Call, description: string): Reply =>
  oauthReply(call, 400, 'invalid_request', description);

/** TikTok reports an invalid grant with status 200. */
const invalidGrantReply = (call: Call, description: string): Reply =>
  oauthReply(call, 200, 'invalid_grant', description);

const clientForm = (parameters: Shape): ClientForm => ({
  parameters: { client_key: 'string!', client_secret: 'string!', ...parameters },
  clientAuthentication: 'form',
  clientParameter: 'client_key',
  errors: {
    notForm: (call) => invalidRequest(call, 'Only `application/x-www-form-urlencoded` is supported.'),
    parameter: (call, { kind, name }) => invalidRequest(call, `The parameter ${name} is ${kind}.`),
    client: (call) => oauthReply(call, 401, 'invalid_client', 'Client key or secret is incorrect.'),
  },
});

const tokenTable: TokenTable<Person, Grant> = {
  host,
  path: '/v2/oauth/token/',
  form: clientForm({ grant_type: 'string!', code: 'string', redirect_uri: 'string', refresh_token: 'string' }),
  errors: {
    grantType: (call) => oauthReply(call, 400, 'unsupported_grant_type', 'The grant type is not supported.'),
    missing: (call, name) =>
      invalidRequest(call, `The ${name === 'refresh_token' ? name : 'code or redirect_uri'} is missing.`),
    code: (call, error) =>
      invalidGrantReply(
        call,
        error === 'redirectUri' ? 'The redirect_uri does not match.' : 'Authorization code is expired or already used.',
      ),
  },
  refreshing: {
    isGranted: () => true,
    rotation: (person) => (person?.rotatesRefreshToken === true ? 'replace' : 'keep'),
    error: (call) => invalidGrantReply(call, 'Refresh token is invalid or expired.'),
  },
  respond: (call, { access, refresh }) =>
    json(200, {
      access_token: access.text,
      expires_in: secondsLeft(call, access),
      open_id: access.openId,
      ...(refresh && { refresh_expires_in: secondsLeft(call, refresh), refresh_token: refresh.text }),
      scope: access.scopes.join(','),
      token_type: 'Bearer',
    }),
};

export const issueTokens = tokenRoute(authority, tokenTable);

export const invalidGrant = (call: Call): Reply => grantError(tokenTable, call);

export const revokeToken = revokeRoute(authority, {
  host,
  path: '/v2/oauth/revoke/',
  form: clientForm({ token: 'string!' }),
  ends: 'grant',
  unknownToken: (call) => invalidRequest(call, 'The token is not known.'),
  body: {},
});
