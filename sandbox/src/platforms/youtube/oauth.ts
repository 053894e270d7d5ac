import type { Call } from '../../core/platform.ts';
import { createAuthority } from '../../core/oauth/authority.ts';
import { authorizeRoute } from '../../core/oauth/authorize-route.ts';
import { oauthError } from '../../core/oauth/oauth-error.ts';
import { revokeRoute } from '../../core/oauth/revoke-route.ts';
import { secondsLeft } from '../../core/oauth/tokens.ts';
import { grantError, tokenRoute, type TokenTable } from '../../core/oauth/token-route.ts';
import { errorPage } from '../../core/pages/page.ts';
import { rawParameters } from '../../core/wire/parameters.ts';
import { json, Refusal, type Reply } from '../../core/wire/reply.ts';
import { collection } from '../../core/state/store.ts';
import { authErrors, errorReply } from './errors.ts';
import { lifetimes, scopes } from './limits.ts';
import { persons, type Person } from './persons.ts';

type Grant = {
  readonly personId: string;
  readonly scopes: readonly string[];
  readonly hasRefreshToken: boolean;
};

const host = 'oauth2.googleapis.com';
const scopeNames: readonly string[] = Object.values(scopes);

/** Scopes granted to the app so far. */
const grantedScopes = collection<Pick<Grant, 'personId' | 'scopes'>>('youtube/grants');

export const authority = createAuthority<Person, Grant>({
  platform: 'youtube',
  app: {
    clientId: 'sandbox-youtube-client.apps.googleusercontent.com',
    clientSecret: 'sandbox-youtube-secret',
    name: 'Herald',
  },
  persons,
  personIdOf: ({ personId }) => personId,
  code: { lifetimeMs: lifetimes.codeMs, text: (random) => `4/0A${random.text(69)}` },
  tokens: {
    access: { lifetimeMs: lifetimes.accessTokenMs, text: (random) => `ya29.a0${random.text(200)}` },
    refresh: { lifetimeMs: null, text: (random) => `1//0${random.text(98)}` },
  },
  accessKind: 'access',
  tokenError: (_call, error) => errorReply(error === 'missing' ? authErrors.missing() : authErrors.invalid()),
  onRevokePerson: (tx, personId) => grantedScopes.delete(tx, personId),
});

const parameterValues: Readonly<Record<string, readonly string[]>> = {
  access_type: ['online', 'offline'],
  prompt: ['consent', 'select_account', 'select_account consent', 'consent select_account'],
  include_granted_scopes: ['true', 'false'],
  code_challenge_method: ['S256', 'plain'],
};

const missingParameter = (name: string): string => `Error 400: invalid_request: Required parameter is missing: ${name}`;
const invalidValue = (name: string, value: string): string => `Error 400: invalid_request: Invalid ${name}: ${value}`;

export const authorize = authorizeRoute(authority, {
  host: 'accounts.google.com',
  path: '/o/oauth2/v2/auth',
  label: 'Google',
  parameters: ['login_hint', 'code_challenge', ...Object.keys(parameterValues)],
  scopeSeparator: ' ',
  messages: {
    unknownParameter: (name) => `Error 400: invalid_request: ${name} is not a parameter`,
    client: 'Error 401: invalid_client: The OAuth client was not found.',
    responseType: (value) =>
      value === null || value === '' ? missingParameter('response_type') : invalidValue('response_type', value),
    redirectUri: missingParameter('redirect_uri'),
  },
  errorReply: (message) => errorPage(400, 'Access blocked: Authorization Error', message),
  check: checkRequest,
  describe: ({ handle, title, hasChannel }) => ({
    label: title,
    detail: hasChannel ? `@${handle}` : 'without a channel',
  }),
  invalidName: (name) => ['No such account', `${name} cannot be a handle.`],
  // A refresh token comes with the first consent, and again only when the app requests the consent page.
  grant: ({ call, tx, person, scopes: granted }) => {
    const { query } = call.request;
    const earlier = grantedScopes.get(tx, person.id)?.scopes;
    const allScopes = [...new Set([...(earlier ?? []), ...granted])];
    grantedScopes.put(tx, person.id, { personId: person.id, scopes: allScopes });
    const isAsked = earlier === undefined || query.get('prompt')?.includes('consent') === true;
    return {
      personId: person.id,
      scopes: query.get('include_granted_scopes') === 'true' ? allScopes : [...new Set(granted)],
      hasRefreshToken: query.get('access_type') === 'offline' && isAsked,
    };
  },
  approved: (grant) => ({ scope: grant.scopes.join(' ') }),
  denied: { error: 'access_denied' },
  needsScope: true,
});

function checkRequest({ request }: Call, requested: readonly string[]): string | undefined {
  const { query } = request;
  if (query.get('redirect_uri') === '') return missingParameter('redirect_uri');
  if ((query.get('scope') ?? '') === '') return missingParameter('scope');
  for (const [name, allowed] of Object.entries(parameterValues)) {
    const value = query.get(name);
    if (value !== null && !allowed.includes(value)) return invalidValue(name, value);
  }
  const unknown = requested.find((scope) => !scopeNames.includes(scope));
  return unknown === undefined ? undefined : `Error 400: invalid_scope: Some requested scopes were invalid: ${unknown}`;
}

const invalidRequest = (description: string): Reply => oauthError(400, 'invalid_request', description);

const codeErrors: Readonly<Record<string, readonly [error: string, description: string]>> = {
  redirectUri: ['redirect_uri_mismatch', 'Bad Request'],
  verifierMissing: ['invalid_grant', 'Missing code verifier.'],
  verifier: ['invalid_grant', 'Invalid code verifier.'],
};

const tokenTable: TokenTable<Person, Grant> = {
  host,
  path: '/token',
  form: {
    parameters: {
      grant_type: 'string!',
      client_id: 'string!',
      client_secret: 'string!',
      code: 'string',
      redirect_uri: 'string',
      code_verifier: 'string',
      refresh_token: 'string',
    },
    clientAuthentication: 'form',
    errors: {
      notForm: () => invalidRequest('Parameters must be sent as a form'),
      parameter: (_call, { kind, name }) =>
        invalidRequest(kind === 'missing' ? `Missing required parameter: ${name}` : `Parameter not allowed: ${name}`),
      client: (_call, wrong) =>
        oauthError(
          401,
          'invalid_client',
          wrong === 'id' ? 'The OAuth client was not found.' : 'The provided client secret is invalid.',
        ),
    },
  },
  errors: {
    grantType: (_call, value) => oauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${value}`),
    missing: (_call, name) => invalidRequest(`Missing required parameter: ${name}`),
    code: (_call, error) =>
      oauthError(400, ...(codeErrors[error] ?? (['invalid_grant', 'Malformed auth code.'] as const))),
  },
  refreshing: {
    isGranted: ({ hasRefreshToken }) => hasRefreshToken,
    rotation: () => 'omit',
    error: () => oauthError(400, 'invalid_grant', 'Token has been expired or revoked.'),
  },
  respond: (call, { access, refresh }) =>
    json(200, {
      access_token: access.text,
      expires_in: secondsLeft(call, access) - 1,
      ...(refresh && { refresh_token: refresh.text }),
      scope: access.scopes.join(' '),
      token_type: 'Bearer',
    }),
};

export const issueTokens = tokenRoute(authority, tokenTable);

const unknownToken = (): Reply => oauthError(400, 'invalid_token', 'Token expired or revoked');

/** Accepts either token, by query or form, without the client. */
export const revokeToken = revokeRoute(authority, {
  host,
  path: '/revoke',
  form: ({ request }) => {
    const { token, ...others } = rawParameters(request);
    const isForm = request.body.kind === 'form' || request.body.kind === 'none';
    if (typeof token === 'string' && isForm && Object.keys(others).length === 0) return new Map([['token', token]]);
    throw new Refusal(invalidRequest('Missing required parameter: token'));
  },
  ends: 'grant',
  unknownToken,
  forgetsDeadTokens: true,
  body: {},
});

export const invalidGrant = (call: Call): Reply =>
  call.request.path === '/revoke' ? unknownToken() : grantError(tokenTable, call);
