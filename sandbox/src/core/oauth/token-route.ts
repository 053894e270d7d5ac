import type { Call, Method, Route } from '../platform.ts';
import { Refusal, type Reply } from '../wire/reply.ts';
import type { Authority } from './authority.ts';
import { issuerOf, type CodeError, type Grant, type Token } from './table.ts';
import { readTokenFields, type TokenFields, type TokenForm } from './token-form.ts';

/**
 * A refresh with `replace` revokes the refresh token and issues the next, `add` issues another beside it, `keep` sends
 * the same, `omit` sends none.
 */
type Rotation = 'replace' | 'add' | 'keep' | 'omit';

type Refreshing<P, G> = {
  isGranted(grant: G, person: P | undefined): boolean;
  rotation(person: P | undefined): Rotation;
  error(call: Call): Reply;
  /** For refreshes that name scopes beyond the grant. */
  scopeError?(call: Call): Reply;
};

type IssuedTokens<G extends Grant> = {
  readonly grantType: string;
  readonly access: Token<G>;
  readonly refresh: Token<G> | undefined;
};

export type TokenTable<P extends object, G extends Grant> = {
  readonly host: string;
  readonly path: string;
  readonly method?: Method;
  /** Default: `issueTokens`. */
  readonly operation?: string;
  readonly form: TokenForm;
  /** Default: `code` and `redirect_uri`. */
  readonly codeParameters?: readonly string[];
  readonly errors: {
    /** Only where other grant types or missing parameters are possible; default: the error of the code. */
    grantType?(call: Call, value: string): Reply;
    missing?(call: Call, name: string): Reply;
    code(call: Call, error: CodeError): Reply;
  };
  readonly refreshing?: Refreshing<P, G>;
  respond(call: Call, issued: IssuedTokens<G>): Reply;
};

export function tokenRoute<P extends object, G extends Grant>(
  authority: Authority<P, G>,
  table: TokenTable<P, G>,
): Route {
  const { host, path, method = 'POST', operation = 'issueTokens' } = table;
  return {
    host,
    methods: [method],
    path,
    operation,
    handle: (call) => {
      const fields = readTokenFields(call, table.form, authority.table.app);
      const grantType = fields.get('grant_type') ?? 'authorization_code';
      if (grantType === 'authorization_code') return exchangeCode(authority, table, call, fields);
      const { refreshing } = table;
      if (grantType === 'refresh_token' && refreshing) {
        return refresh(authority, { ...table, refreshing }, call, fields);
      }
      return table.errors.grantType?.(call, grantType) ?? table.errors.code(call, 'unknown');
    },
  };
}

function required<P extends object, G extends Grant>(
  { errors }: TokenTable<P, G>,
  call: Call,
  fields: TokenFields,
  name: string,
): string {
  const value = fields.get(name);
  if (value === undefined) throw new Refusal(errors.missing?.(call, name) ?? errors.code(call, 'unknown'));
  return value;
}

function exchangeCode<P extends object, G extends Grant>(
  authority: Authority<P, G>,
  table: TokenTable<P, G>,
  call: Call,
  fields: TokenFields,
): Reply {
  for (const name of table.codeParameters ?? ['code', 'redirect_uri']) required(table, call, fields, name);
  return call.commit((tx) => {
    const redeemed = authority.redeemCode(tx, {
      code: fields.get('code') ?? '',
      redirectUri: fields.get('redirect_uri') ?? '',
      verifier: fields.get('code_verifier'),
      now: call.clock.now(),
    });
    if ('error' in redeemed) throw new Refusal(table.errors.code(call, redeemed.error));
    const { grant } = redeemed;
    const { accessKind, persons, personIdOf } = authority.table;
    const issuer = issuerOf(call, tx);
    const access = authority.issueToken(issuer, grant, accessKind);
    const isLasting = table.refreshing?.isGranted(grant, persons.get(tx, personIdOf(grant))) === true;
    const refreshToken = isLasting ? authority.issueToken(issuer, grant, 'refresh') : undefined;
    return table.respond(call, { grantType: 'authorization_code', access, refresh: refreshToken });
  });
}

function refresh<P extends object, G extends Grant>(
  authority: Authority<P, G>,
  table: TokenTable<P, G> & { readonly refreshing: Refreshing<P, G> },
  call: Call,
  fields: TokenFields,
): Reply {
  const { refreshing } = table;
  const text = required(table, call, fields, 'refresh_token');
  return call.commit((tx) => {
    const token = authority.getToken(tx, 'refresh', text);
    if (token === undefined || !authority.isLive(token, call.clock.now())) throw new Refusal(refreshing.error(call));
    const grant = narrowed(refreshing, call, token, fields.get('scope'));
    const { accessKind, persons, personIdOf } = authority.table;
    const rotation = refreshing.rotation(persons.get(tx, personIdOf(token)));
    const issuer = issuerOf(call, tx);
    const access = authority.issueToken(issuer, grant, accessKind);
    if (rotation === 'replace') authority.revokeToken(tx, token);
    const isNew = rotation === 'replace' || rotation === 'add';
    const same = rotation === 'keep' ? token : undefined;
    const next = isNew ? authority.issueToken(issuer, grant, 'refresh') : same;
    return table.respond(call, { grantType: 'refresh_token', access, refresh: next });
  });
}

function narrowed<P extends object, G extends Grant>(
  { scopeError }: Refreshing<P, G>,
  call: Call,
  token: Token<G>,
  scope: string | undefined,
): Token<G> {
  if (scope === undefined || scopeError === undefined) return token;
  const scopes = scope.split(/[ ,]/);
  if (scopes.some((each) => !token.scopes.includes(each))) throw new Refusal(scopeError(call));
  return { ...token, scopes };
}

export function grantError<P extends object, G extends Grant>(table: TokenTable<P, G>, call: Call): Reply {
  const { body } = call.request;
  const isRefresh = body.kind === 'form' && body.fields.get('grant_type') === 'refresh_token';
  const refreshError = isRefresh ? table.refreshing?.error(call) : undefined;
  return refreshError ?? table.errors.code(call, 'unknown');
}
