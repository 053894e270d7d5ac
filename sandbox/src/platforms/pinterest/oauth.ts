import type { Call } from '../../core/platform.ts';
import { createAuthority } from '../../core/oauth/authority.ts';
import { authorizeRoute } from '../../core/oauth/authorize-route.ts';
import { secondsLeft } from '../../core/oauth/tokens.ts';
import { grantError, tokenRoute, type TokenTable } from '../../core/oauth/token-route.ts';
import { errorPage } from '../../core/pages/page.ts';
import { json, type Reply } from '../../core/wire/reply.ts';
import { apiHost, errorReply, errors, invalidRequest } from './errors.ts';
import { lifetimes, scopes } from './limits.ts';
import { persons, type Person } from './persons.ts';

type Grant = { readonly personId: string; readonly scopes: readonly string[] };

const scopeNames: readonly string[] = Object.values(scopes);

export const authority = createAuthority<Person, Grant>({
  platform: 'pinterest',
  app: { clientId: 'sandbox-pinterest-app', clientSecret: 'sandbox-pinterest-secret', name: 'Herald' },
  persons,
  personIdOf: ({ personId }) => personId,
  code: { lifetimeMs: lifetimes.codeMs, text: (random) => random.text(40) },
  tokens: {
    access: { lifetimeMs: lifetimes.accessTokenMs, text: (random) => `pina_${random.text(80)}` },
    refresh: { lifetimeMs: lifetimes.refreshTokenMs, text: (random) => `pinr.${random.text(80)}` },
  },
  accessKind: 'access',
  tokenError: () => errorReply(errors.authentication()),
});

export const authorize = authorizeRoute(authority, {
  host: 'www.pinterest.com',
  path: '/oauth/',
  label: 'Pinterest',
  scopeSeparator: ',',
  messages: {
    unknownParameter: (name) => `The parameter ${name} is unknown.`,
    client: 'The client_id is not that of an app.',
    responseType: () => 'The response_type must be code.',
    redirectUri: 'The redirect_uri is missing.',
  },
  errorReply: (message) => errorPage(400, 'Something went wrong', message),
  check: (_call, requested) => {
    if (requested.length === 0) return 'The scope is missing.';
    const unknown = requested.find((scope) => !scopeNames.includes(scope));
    return unknown === undefined ? undefined : `The scope ${unknown} is unknown.`;
  },
  describe: ({ username, businessName }) => ({ label: businessName ?? username, detail: `@${username}` }),
  invalidName: (name) => ['No such account', `${name} cannot be a username: a–z, 0–9 and _, 3 to 30.`],
  grant: ({ person, scopes: granted }) => ({ personId: person.id, scopes: granted }),
  denied: { error: 'access_denied', error_description: 'The user denied access' },
});

const tokenTable: TokenTable<Person, Grant> = {
  host: apiHost,
  path: '/v5/oauth/token',
  form: {
    parameters: {
      grant_type: 'string!',
      code: 'string',
      redirect_uri: 'string',
      refresh_token: 'string',
      scope: 'string',
      continuous_refresh: 'boolean',
    },
    clientAuthentication: 'basic',
    checksClientFirst: true,
    errors: {
      notForm: () => invalidRequest('the parameters must be sent as a form'),
      parameter: (_call, { name }) => invalidRequest(`'${name}' is missing, unknown or of the wrong type`),
      client: () => errorReply(errors.authentication()),
    },
  },
  errors: {
    grantType: (_call, value) => invalidRequest(`'${value}' is not a grant type`),
    missing: (_call, name) => invalidRequest(`'${name}' is missing`),
    code: () => invalidRequest('the authorization code is invalid, expired or used'),
  },
  // Each refresh adds a refresh token; the old one stays valid until it expires.
  refreshing: {
    isGranted: () => true,
    rotation: () => 'add',
    error: () => errorReply(errors.grant()),
    scopeError: () => invalidRequest("'scope' was not granted"),
  },
  respond: (call, { grantType, access, refresh }) =>
    json(200, {
      response_type: grantType,
      access_token: access.text,
      token_type: 'bearer',
      expires_in: secondsLeft(call, access),
      scope: access.scopes.join(' '),
      ...(refresh && {
        refresh_token: refresh.text,
        refresh_token_expires_in: secondsLeft(call, refresh),
        refresh_token_expires_at: Math.floor((refresh.expiresAt ?? 0) / 1000),
      }),
    }),
};

export const issueTokens = tokenRoute(authority, tokenTable);

export const invalidGrant = (call: Call): Reply => grantError(tokenTable, call);
