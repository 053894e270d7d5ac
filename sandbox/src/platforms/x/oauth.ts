import { createAuthority } from '../../core/oauth/authority.ts';
import { authorizeRoute } from '../../core/oauth/authorize-route.ts';
import { oauthError } from '../../core/oauth/oauth-error.ts';
import { isWellFormed, readChallenge } from '../../core/oauth/pkce.ts';
import { revokeRoute } from '../../core/oauth/revoke-route.ts';
import type { ClientForm } from '../../core/oauth/token-form.ts';
import { bearerToken, secondsLeft } from '../../core/oauth/tokens.ts';
import { grantError, tokenRoute, type TokenTable } from '../../core/oauth/token-route.ts';
import type { Call } from '../../core/platform.ts';
import { errorPage } from '../../core/pages/page.ts';
import type { Shape } from '../../core/wire/parameters.ts';
import { json, type Reply } from '../../core/wire/reply.ts';
import { problemReply, unauthorized } from './errors.ts';
import { lifetimes, limits, scopes } from './limits.ts';
import { persons, type Person } from './persons.ts';

type Grant = { readonly personId: string; readonly scopes: readonly string[] };

const scopeNames: readonly string[] = Object.values(scopes);

export const authority = createAuthority<Person, Grant>({
  platform: 'x',
  app: { clientId: 'sandbox-x-client', clientSecret: 'sandbox-x-secret', name: 'Herald' },
  persons,
  personIdOf: ({ personId }) => personId,
  code: { lifetimeMs: lifetimes.codeMs, text: (random) => random.text(91) },
  tokens: {
    access: { lifetimeMs: lifetimes.accessTokenMs, text: (random) => `${random.text(88)}:1:at:1` },
    refresh: { lifetimeMs: lifetimes.refreshTokenMs, text: (random) => `${random.text(88)}:1:rt:1` },
  },
  accessKind: 'access',
  tokenError: (call) => (isAppToken(bearerToken(call) ?? '') ? appTokenRefused() : unauthorized()),
});

/** App tokens have their own prefix; no endpoint of the sandbox accepts them. */
const isAppToken = (text: string): boolean => text.startsWith('AAAAAAAA');

const appTokenRefused = (): Reply =>
  problemReply({
    status: 403,
    title: 'Unsupported Authentication',
    detail:
      'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.  Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].',
    type: 'unsupported-authentication',
  });

export const authorize = authorizeRoute(authority, {
  host: 'x.com',
  path: '/i/oauth2/authorize',
  label: 'X',
  parameters: ['code_challenge', 'code_challenge_method'],
  scopeSeparator: ' ',
  messages: {
    unknownParameter: (name) => `the parameter ${name} is unknown`,
    client: 'the client_id is not valid',
    responseType: () => 'the response_type must be code',
    redirectUri: 'the redirect_uri is missing',
  },
  errorReply: (message) =>
    errorPage(400, 'Something went wrong', `You weren’t able to give access to the App: ${message}.`),
  check: checkRequest,
  describe: ({ username, displayName }) => ({ label: displayName, detail: `@${username}` }),
  invalidName: (name) => [
    'No such username',
    `${name} cannot be a username: letters, digits and underscores, 4 to 15.`,
  ],
  grant: ({ person, scopes: granted }) => ({ personId: person.id, scopes: granted }),
  denied: { error: 'access_denied' },
});

function checkRequest({ request }: Call, requested: readonly string[]): string | undefined {
  const state = request.query.get('state') ?? '';
  if (state === '' || state.length > limits.stateCharacters) return 'the state is not valid';
  const unknown = requested.filter((scope) => !scopeNames.includes(scope));
  if (unknown.length > 0) return `there is no scope ${unknown.join(', ')}`;
  if (requested.length === 0) return 'the scope is missing';
  const challenge = readChallenge(request.query);
  return challenge && isWellFormed(challenge) ? undefined : 'the code challenge is not valid';
}

const invalidRequest = (description: string): Reply => oauthError(400, 'invalid_request', description);
const missingParameter = (name: string): Reply => invalidRequest(`Missing required parameter [${name}].`);

const clientForm = (parameters: Shape): ClientForm => ({
  parameters,
  clientAuthentication: 'basic',
  errors: {
    notForm: () => invalidRequest('The parameters must be sent as a form.'),
    parameter: (_call, { kind, name }) =>
      kind === 'unknown' ? invalidRequest(`There is no parameter [${name}].`) : missingParameter(name),
    client: () => oauthError(401, 'unauthorized_client', 'Missing valid authorization header'),
  },
});

const codeErrors = {
  redirectUri: 'Value passed for the redirect uri did not match the uri of the authorization code.',
  verifier: 'Value passed for the code verifier did not match the code challenge.',
};

const tokenTable: TokenTable<Person, Grant> = {
  host: 'api.x.com',
  path: '/2/oauth2/token',
  form: clientForm({
    grant_type: 'string!',
    client_id: 'string',
    code: 'string',
    redirect_uri: 'string',
    code_verifier: 'string',
    refresh_token: 'string',
  }),
  codeParameters: ['code', 'redirect_uri', 'code_verifier'],
  errors: {
    grantType: () => oauthError(400, 'unsupported_grant_type', 'Value passed for the grant type was invalid.'),
    missing: (_call, name) => missingParameter(name),
    code: (_call, error) =>
      invalidRequest(
        error === 'redirectUri' || error === 'verifier'
          ? codeErrors[error]
          : 'Value passed for the authorization code was invalid.',
      ),
  },
  refreshing: {
    isGranted: (grant) => grant.scopes.includes(scopes.offline),
    rotation: () => 'replace',
    error: () => invalidRequest('Value passed for the token was invalid.'),
  },
  respond: (call, { access, refresh }) =>
    json(200, {
      token_type: 'bearer',
      expires_in: secondsLeft(call, access),
      access_token: access.text,
      scope: access.scopes.join(' '),
      ...(refresh && { refresh_token: refresh.text }),
    }),
};

export const issueTokens = tokenRoute(authority, tokenTable);

export const invalidGrant = (call: Call): Reply => grantError(tokenTable, call);

export const revokeToken = revokeRoute(authority, {
  host: 'api.x.com',
  path: '/2/oauth2/revoke',
  form: clientForm({ token: 'string!', client_id: 'string', token_type_hint: 'string' }),
  ends: 'token',
  body: { revoked: true },
});
