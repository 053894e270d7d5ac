import type { Call } from '../../core/platform.ts';
import { createAuthority } from '../../core/oauth/authority.ts';
import { authorizeRoute } from '../../core/oauth/authorize-route.ts';
import { oauthError } from '../../core/oauth/oauth-error.ts';
import type { Token } from '../../core/oauth/table.ts';
import { secondsLeft } from '../../core/oauth/tokens.ts';
import { grantError, tokenRoute, type TokenTable } from '../../core/oauth/token-route.ts';
import { errorPage } from '../../core/pages/page.ts';
import { json, redirect, Refusal, type Reply } from '../../core/wire/reply.ts';
import { errorReply } from './errors.ts';
import { lifetimes, scopes } from './limits.ts';
import { fullNameOf, persons, type Person } from './persons.ts';
import { tokenErrors } from './token-errors.ts';

type Grant = { readonly personId: string; readonly scopes: readonly string[] };
export type AccessToken = Token<Grant>;

const app = { clientId: 'sandbox-linkedin-app', clientSecret: 'sandbox-linkedin-secret', name: 'Herald' };
/** Scopes of the app's products. */
const appScopes: readonly string[] = ['openid', 'profile', 'email', 'w_member_social'];

export const authority = createAuthority<Person, Grant>({
  platform: 'linkedin',
  app,
  persons,
  personIdOf: ({ personId }) => personId,
  code: { lifetimeMs: lifetimes.codeMs, text: (random) => `AQ${random.text(90)}` },
  tokens: {
    access: { lifetimeMs: lifetimes.accessTokenMs, text: (random) => `AQX${random.text(347)}` },
    refresh: { lifetimeMs: lifetimes.refreshTokenMs, text: (random) => `AQW${random.text(347)}` },
  },
  accessKind: 'access',
  tokenError: (_call, error) => errorReply(tokenErrors[error]()),
});

export const authorize = authorizeRoute(authority, {
  host: 'www.linkedin.com',
  path: '/oauth/v2/authorization',
  label: 'LinkedIn',
  scopeSeparator: ' ',
  messages: {
    unknownParameter: (name) => `The parameter ${name} is unknown`,
    client: 'The passed in client_id is invalid',
    responseType: () => 'The response_type must be code',
    redirectUri: 'You need to pass the redirect_uri',
  },
  errorReply: (message) => errorPage(400, 'Bummer, something went wrong.', message),
  check: checkScopes,
  describe: (person) => ({ label: fullNameOf(person), detail: `in/${person.vanityName}` }),
  invalidName: (name) => [
    'No such profile',
    `${name} cannot be the name of a profile: a–z, 0–9 and hyphens, 3 to 100.`,
  ],
  grant: ({ call, person, scopes: granted }) => ({ personId: person.id, scopes: scopesOf(call, person, granted) }),
  denied: {
    error: 'user_cancelled_authorize',
    error_description: 'The user cancelled LinkedIn authorization',
  },
});

/** A scope of a product that the app lacks ends the sign-in before the consent page. */
function checkScopes(call: Call, requested: readonly string[]): Reply | undefined {
  const unknown = requested.find((scope) => !appScopes.includes(scope) && !vettedScopes.includes(scope));
  const isRedirectable = call.isHeraldUrl(call.request.query.get('redirect_uri') ?? '');
  return unknown !== undefined && isRedirectable ? unauthorizedScope(call, unknown) : undefined;
}

const vettedScopes: readonly string[] = [scopes.read, scopes.postAnalytics, scopes.profileAnalytics];

/** Vetted scopes are granted whether requested or not. */
function scopesOf(call: Call, person: Person, granted: readonly string[]): readonly string[] {
  const vetted = [
    ...(person.canReadPosts ? [scopes.read] : []),
    ...(person.canReadAnalytics ? [scopes.postAnalytics, scopes.profileAnalytics] : []),
  ];
  const refused = granted.find((scope) => vettedScopes.includes(scope) && !vetted.some((one) => one === scope));
  if (refused !== undefined) throw new Refusal(unauthorizedScope(call, refused));
  return [...granted.filter((scope) => !vettedScopes.includes(scope)), ...vetted];
}

function unauthorizedScope({ request }: Call, scope: string): Reply {
  const target = new URL(request.query.get('redirect_uri') ?? '');
  target.searchParams.set('error', 'unauthorized_scope_error');
  target.searchParams.set('error_description', `Scope "${scope}" is not authorized for your application`);
  target.searchParams.set('state', request.query.get('state') ?? '');
  return redirect(target.href);
}

const invalidRequest = (description: string): Reply => oauthError(400, 'invalid_request', description);

const tokenTable: TokenTable<Person, Grant> = {
  host: 'www.linkedin.com',
  path: '/oauth/v2/accessToken',
  form: {
    parameters: {
      grant_type: 'string!',
      client_id: 'string!',
      client_secret: 'string!',
      code: 'string',
      redirect_uri: 'string',
      refresh_token: 'string',
    },
    clientAuthentication: 'form',
    errors: {
      notForm: () => invalidRequest('Parameters must be sent as a form'),
      parameter: (_call, { name }) => invalidRequest(`A required parameter "${name}" is missing or not allowed`),
      client: () => oauthError(401, 'invalid_client', 'Client authentication failed'),
    },
  },
  errors: {
    grantType: () => oauthError(400, 'unsupported_grant_type', 'Unsupported grant type'),
    missing: (_call, name) => invalidRequest(`A required parameter "${name}" is missing`),
    code: () =>
      invalidRequest(
        'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
      ),
  },
  refreshing: {
    isGranted: (_grant, person) => person?.hasRefreshToken === true,
    rotation: () => 'keep',
    error: () =>
      oauthError(
        400,
        'invalid_grant',
        'The provided authorization grant or refresh token is invalid, expired or revoked.',
      ),
  },
  respond: (call, { access, refresh }) =>
    json(200, {
      access_token: access.text,
      expires_in: secondsLeft(call, access),
      ...(refresh && { refresh_token: refresh.text, refresh_token_expires_in: secondsLeft(call, refresh) }),
      scope: access.scopes.join(','),
      token_type: 'Bearer',
      ...(access.scopes.includes(scopes.signIn) && { id_token: idToken(call, access) }),
    }),
};

export const issueTokens = tokenRoute(authority, tokenTable);

export const invalidGrant = (call: Call): Reply => grantError(tokenTable, call);

function idToken(call: Call, { personId }: Grant): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: 'https://www.linkedin.com/oauth', aud: app.clientId, sub: personId };
  return `${part({ alg: 'RS256' })}.${part(claims)}.${call.random.text(86)}`;
}
