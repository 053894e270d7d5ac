import type { Call, Route } from '../../core/platform.ts';
import { createAuthority } from '../../core/oauth/authority.ts';
import { authorizeRoute } from '../../core/oauth/authorize-route.ts';
import type { OAuthApp, Token } from '../../core/oauth/table.ts';
import { tokenRoute } from '../../core/oauth/token-route.ts';
import { errorPage } from '../../core/pages/page.ts';
import type { Persons } from '../../core/state/persons.ts';
import { json, type Reply } from '../../core/wire/reply.ts';
import { refuse, refuseParameter } from './errors.ts';
import { loginTokenErrors, oauthReply } from './login-errors.ts';
import type { LoginPerson } from './login-persons.ts';
import { codeErrorText, codeFormat, exchangeRoute, graphTokenError, presentedToken, tokenText } from './oauth.ts';
import { readGraphParameters } from './parameters.ts';
import type { Metered } from './usage.ts';

type LoginGrant = { readonly userId: string; readonly scopes: readonly string[] };
export type LoginToken = Token<LoginGrant>;

/** For platforms where people sign in with their own account. */
type LoginTable<P extends LoginPerson> = {
  readonly platform: string;
  readonly label: string;
  readonly app: OAuthApp;
  readonly persons: Persons<P>;
  readonly scopes: { readonly basic: string; readonly all: readonly string[] };
  readonly lifetimes: {
    readonly shortTokenMs: number;
    readonly longTokenMs: number;
    /** Minimum age of a token at refresh. */
    readonly refreshFromMs: number;
  };
  readonly tokenPrefix: string;
  /** Grant types are `<prefix>_exchange_token` and `<prefix>_refresh_token`. */
  readonly grantPrefix: string;
  readonly errorType: string;
  readonly webHost: Route['host'];
  readonly codeHost: string;
  readonly graphHost: string;
  readonly authorizeParameters: readonly string[];
  detailOf(person: P): string;
  respondToCode(call: Call, token: LoginToken): Reply;
  refreshedBody?(token: LoginToken): object;
};

const createLoginAuthority = <P extends LoginPerson>(table: LoginTable<P>) => {
  const { platform, app, persons, lifetimes, tokenPrefix } = table;
  const format = { collection: `${platform}/tokens`, text: tokenText(tokenPrefix, 156) };
  return createAuthority<P, LoginGrant>({
    platform,
    app,
    persons,
    personIdOf: ({ userId }) => userId,
    code: codeFormat,
    tokens: {
      short: { ...format, lifetimeMs: lifetimes.shortTokenMs },
      long: { ...format, lifetimeMs: lifetimes.longTokenMs },
    },
    accessKind: 'short',
    presentedToken,
    tokenError: graphTokenError,
  });
};

type LoginAuthority<P extends LoginPerson> = ReturnType<typeof createLoginAuthority<P>>;

/** A code becomes a short-lived token, which becomes a refreshable long-lived one. */
export function createLogin<P extends LoginPerson>(table: LoginTable<P>) {
  const authority = createLoginAuthority(table);
  return {
    authority,
    authorize: loginPage(authority, table),
    exchangeCode: exchangeCodeRoute(authority, table),
    exchangeToken: exchangeTokenRoute(authority, table),
    refreshToken: refreshTokenRoute(authority, table),
    meteredOf: (call: Call): Metered | undefined => {
      const token = authority.findToken(call);
      return token && { id: token.userId, type: table.platform };
    },
  };
}

const loginPage = <P extends LoginPerson>(authority: LoginAuthority<P>, table: LoginTable<P>): Route =>
  authorizeRoute(authority, {
    host: table.webHost,
    path: '/oauth/authorize',
    label: table.label,
    parameters: table.authorizeParameters,
    scopeSeparator: ',',
    messages: {
      unknownParameter: (name) => `${name} is unknown`,
      client: 'Invalid platform app',
      responseType: () => 'Invalid response_type',
      redirectUri: 'Invalid redirect_uri',
    },
    errorReply: (message) => errorPage(400, 'Invalid Request', `Request parameters are invalid: ${message}`),
    check: (_call, requested) => {
      const { basic, all } = table.scopes;
      const unknown = requested.filter((scope) => !all.includes(scope));
      if (unknown.length > 0) return `Invalid Scopes: ${unknown.join(', ')}`;
      return requested.includes(basic) ? undefined : `Invalid Scopes: ${basic} is needed`;
    },
    describe: (person) => ({ label: person.fullName, detail: table.detailOf(person) }),
    invalidName: (name) => [
      'No such username',
      `${name} cannot be a username: a–z, 0–9, dots and underscores, 30 at most.`,
    ],
    grant: ({ person, scopes }) => ({
      userId: person.userId,
      scopes: scopes.filter((scope) => !person.droppedScopes.includes(scope)),
    }),
    denied: {
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request.',
    },
    hash: '_',
  });

const exchangeCodeRoute = <P extends LoginPerson>(authority: LoginAuthority<P>, table: LoginTable<P>): Route =>
  tokenRoute(authority, {
    host: table.codeHost,
    path: '/oauth/access_token',
    operation: 'exchangeCode',
    form: {
      parameters: {
        client_id: 'string!',
        client_secret: 'string!',
        grant_type: 'string!',
        redirect_uri: 'string!',
        code: 'string!',
      },
      clientAuthentication: 'form',
      acceptsMultipart: true,
      errors: {
        notForm: () => oauthReply('Parameters must be sent as a form'),
        parameter: (_call, { name }) => oauthReply(`Invalid parameter: ${name}`),
        client: (_call, wrong) =>
          oauthReply(wrong === 'id' ? 'Invalid platform app' : 'Error validating client secret.'),
      },
    },
    errors: {
      grantType: () => oauthReply('Invalid grant_type'),
      code: (_call, error) => oauthReply(codeErrorText(error)),
    },
    respond: (call, { access }) => table.respondToCode(call, access),
  });

const exchangeTokenRoute = <P extends LoginPerson>(authority: LoginAuthority<P>, table: LoginTable<P>): Route =>
  exchangeRoute(authority, {
    host: table.graphHost,
    path: '/access_token',
    operation: 'exchangeToken',
    checkRequest: (call) => {
      const values = readGraphParameters(call, { grant_type: 'string!', client_secret: 'string!' });
      if (values.grant_type !== `${table.grantPrefix}_exchange_token`) refuseParameter(call, 'Invalid grant_type');
      if (values.client_secret !== table.app.clientSecret) {
        refuse(call, { message: 'Error validating client secret.', code: 1 });
      }
    },
    checkToken: (call, { kind }) => {
      if (kind !== 'short') refuse(call, loginTokenErrors.wrongKind());
    },
  });

const refreshTokenRoute = <P extends LoginPerson>(authority: LoginAuthority<P>, table: LoginTable<P>): Route =>
  exchangeRoute(authority, {
    host: table.graphHost,
    path: '/refresh_access_token',
    operation: 'refreshToken',
    checkRequest: (call) => {
      const { grant_type } = readGraphParameters(call, { grant_type: 'string!' });
      if (grant_type !== `${table.grantPrefix}_refresh_token`) refuseParameter(call, 'Invalid grant_type');
    },
    checkToken: (call, { kind, issuedAt }) => {
      if (kind !== 'long') refuse(call, loginTokenErrors.wrongKind());
      const ageMs = call.clock.now() - issuedAt;
      if (ageMs < table.lifetimes.refreshFromMs) refuse(call, loginTokenErrors.tooYoung(table.errorType));
    },
    ...(table.refreshedBody && { extraBody: table.refreshedBody }),
  });

/** Sends the ID as a number, too large for many JSON readers. */
export function codeReply(accessToken: string, userId: string, extraBody: object = {}): Reply {
  const body = JSON.stringify({ access_token: accessToken, user_id: 0, ...extraBody });
  return { ...json(200, {}), body: body.replace('"user_id":0', `"user_id":${userId}`) };
}
