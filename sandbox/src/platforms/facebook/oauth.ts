import type { Call } from '../../core/platform.ts';
import { createAuthority } from '../../core/oauth/authority.ts';
import { authorizeRoute } from '../../core/oauth/authorize-route.ts';
import type { CodeError, Issuer, Token } from '../../core/oauth/table.ts';
import { tokenRoute } from '../../core/oauth/token-route.ts';
import { errorPage } from '../../core/pages/page.ts';
import { rawParameters } from '../../core/wire/parameters.ts';
import { json, type Reply } from '../../core/wire/reply.ts';
import { graphReply, refuse } from '../meta/errors.ts';
import { requireVersion } from '../meta/graph-route.ts';
import {
  bearerBody,
  codeErrorText,
  codeFormat,
  exchangeRoute,
  graphTokenError,
  presentedToken,
  tokenText,
} from '../meta/oauth.ts';
import { readGraphParameters } from '../meta/parameters.ts';
import type { Metered } from '../meta/usage.ts';
import { graphVersions } from '../meta/versions.ts';
import { lifetimes, scopes } from './limits.ts';
import { pages } from './pages.ts';
import { persons, type Person } from './persons.ts';
import { ownTokenErrors } from './token-errors.ts';

type Grant = {
  readonly personId: string;
  readonly scopes: readonly string[];
  readonly declined: readonly string[];
  readonly pageIds: readonly string[];
  /** Only in a Page's token. */
  readonly pageId?: string;
};
export type AccessToken = Token<Grant>;

export const graphHost = 'graph.facebook.com';
export const app = { clientId: 'sandbox-facebook-app', clientSecret: 'sandbox-facebook-secret', name: 'Herald' };
const scopeNames: readonly string[] = Object.values(scopes);
const format = { collection: 'facebook/tokens', text: tokenText('EAA', 160) };

export const authority = createAuthority<Person, Grant>({
  platform: 'facebook',
  app,
  persons,
  personIdOf: ({ personId }) => personId,
  code: codeFormat,
  tokens: {
    short: { ...format, lifetimeMs: lifetimes.shortTokenMs },
    long: { ...format, lifetimeMs: lifetimes.longTokenMs },
    page: { ...format, lifetimeMs: null },
  },
  accessKind: 'short',
  // The token of an exchange has its own parameter.
  presentedToken: (call) => {
    const { fb_exchange_token: exchanged } = rawParameters(call.request);
    return typeof exchanged === 'string' ? exchanged : presentedToken(call);
  },
  tokenError: graphTokenError,
});

/** Does not expire if it comes from a long-lived token. */
export function issuePageToken(issuer: Issuer, user: AccessToken, pageId: string): AccessToken {
  return authority.issueToken(issuer, { ...user, pageId }, 'page', user.kind === 'long' ? null : user.expiresAt);
}

export function meteredOf(call: Call): Metered | undefined {
  const token = authority.findToken(call);
  return token?.kind === 'page' ? { id: token.pageId ?? '', type: 'pages' } : undefined;
}

export const authorize = authorizeRoute(authority, {
  host: 'www.facebook.com',
  path: '/{version}/dialog/oauth',
  label: 'Facebook',
  parameters: ['auth_type', 'display'],
  scopeSeparator: ',',
  impliedScopes: [scopes.profile],
  messages: {
    unknownParameter: (name) => `The parameter ${name} is unknown.`,
    client: 'Invalid App ID: The provided app ID does not look like a valid app ID.',
    responseType: () => 'The parameter response_type is invalid.',
    redirectUri: 'The parameter redirect_uri is required.',
  },
  errorReply: (message) => errorPage(400, 'Sorry, something went wrong', message),
  check: ({ request }, requested) => {
    if (!graphVersions.includes(request.params['version'] ?? '')) return 'Unknown API version';
    const unknown = requested.filter((scope) => !scopeNames.includes(scope));
    return unknown.length > 0 ? `Invalid Scopes: ${unknown.join(', ')}` : undefined;
  },
  describe: ({ id, fullName }, call) => ({ label: fullName, detail: pageTitles(call, id) }),
  choices: {
    legend: 'Pages',
    of: (call, account) => {
      const person = persons.named(call.store, account);
      const owned = person === undefined ? [] : pages.ownedBy(call.store, person.id);
      return owned.map(({ id, title }) => ({ id, label: title }));
    },
  },
  invalidName: (name) => ['No such name', `${name} cannot be a name: letters, digits and single dots.`],
  grant: ({ tx, person, isNew, requestedScopes, scopes: approved, chosen }) => {
    const granted = approved.filter((scope) => !person.droppedScopes.includes(scope));
    return {
      personId: person.id,
      scopes: [...granted, scopes.profile],
      declined: requestedScopes.filter((scope) => !granted.includes(scope)),
      pageIds: isNew ? pages.ownedBy(tx, person.id).map(({ id }) => id) : chosen,
    };
  },
  denied: {
    error: 'access_denied',
    error_code: '200',
    error_description: 'Permissions error',
    error_reason: 'user_denied',
  },
  hash: '_=_',
});

function pageTitles(call: Call, personId: string): string {
  const titles = pages.ownedBy(call.store, personId).map(({ title }) => title);
  return titles.length === 0 ? 'no Page' : titles.join(', ');
}

const client = { client_id: 'string!', client_secret: 'string!' } as const;

function checkClient(call: Call, { client_id, client_secret }: { client_id: string; client_secret: string }): void {
  if (client_id !== app.clientId) {
    refuse(call, { message: 'Error validating application. Cannot get application info.', code: 101 });
  }
  if (client_secret !== app.clientSecret) refuse(call, { message: 'Error validating client secret.', code: 1 });
}

export const exchangeToken = exchangeRoute(authority, {
  host: graphHost,
  path: '/{version}/oauth/access_token?grant_type=fb_exchange_token',
  operation: 'exchangeToken',
  checkRequest: (call) => {
    requireVersion(call, graphVersions);
    const shape = { grant_type: 'string!', ...client, fb_exchange_token: 'string!' } as const;
    checkClient(call, readGraphParameters(call, shape));
  },
  checkToken: (call, { kind }) => {
    if (kind === 'page') refuse(call, ownTokenErrors.userTokenNeeded('access_token'));
  },
});

export const exchangeCode = tokenRoute(authority, {
  host: graphHost,
  path: '/{version}/oauth/access_token',
  method: 'GET',
  operation: 'exchangeCode',
  form: (call) => {
    requireVersion(call, graphVersions);
    const values = readGraphParameters(call, { ...client, redirect_uri: 'string!', code: 'string!' } as const);
    checkClient(call, values);
    return new Map(Object.entries(values));
  },
  errors: { code: codeErrorReply },
  respond: (call, { access }) => json(200, bearerBody(call, access)),
});

const subcodes: Readonly<Partial<Record<CodeError, number>>> = { expired: 36_007, redirectUri: 36_008 };

export function codeErrorReply(call: Call, error: CodeError): Reply {
  return graphReply(call, { message: codeErrorText(error), code: 100, subcode: subcodes[error] ?? 36_009 });
}
