import { consentReply, unknownParameter, type Approval, type Choice } from '../pages/consent.ts';
import type { Call, Route } from '../platform.ts';
import { errorPage } from '../pages/page.ts';
import { Refusal, type Reply } from '../wire/reply.ts';
import type { Tx } from '../state/store.ts';
import type { Authority } from './authority.ts';
import { readChallenge } from './pkce.ts';
import { issuerOf, type Grant } from './table.ts';

type GrantRequest<P> = {
  readonly call: Call;
  readonly tx: Tx;
  readonly person: P;
  /** Signed in for the first time. */
  readonly isNew: boolean;
  readonly requestedScopes: readonly string[];
  readonly scopes: readonly string[];
  readonly chosen: readonly string[];
};

type AuthorizeTable<P, G> = {
  readonly host: Route['host'];
  readonly path: string;
  readonly label: string;
  /** Default: `client_id`. */
  readonly clientParameter?: string;
  /** In addition to client, `redirect_uri`, `response_type`, `scope` and `state`. */
  readonly parameters?: readonly string[];
  readonly scopeSeparator: ' ' | ',';
  /** Granted anyway and not shown on the consent page. */
  readonly impliedScopes?: readonly string[];
  readonly messages: {
    unknownParameter(name: string): string;
    readonly client: string;
    responseType(value: string | null): string;
    readonly redirectUri: string;
  };
  /** For requests that cannot lead to a consent page. */
  errorReply(message: string): Reply;
  /** Checks what differs per platform; a string becomes an error page. */
  check(call: Call, scopes: readonly string[]): string | Reply | undefined;
  describe(person: P, call: Call): { readonly label: string; readonly detail: string };
  readonly choices?: { readonly legend: string; of(call: Call, account: string): readonly Choice[] };
  invalidName(name: string): readonly [title: string, explanation: string];
  grant(request: GrantRequest<P>): G;
  /** Added to the redirect beside `code`. */
  approved?(grant: G): Readonly<Record<string, string>>;
  readonly denied: Readonly<Record<string, string>>;
  /** Granting no scope at all means denial. */
  readonly needsScope?: true;
  readonly hash?: string;
};

const consentPersonsMax = 20;

export function authorizeRoute<P extends object, G extends Grant>(
  authority: Authority<P, G>,
  table: AuthorizeTable<P, G>,
): Route {
  const { app, persons } = authority.table;
  return {
    host: table.host,
    methods: ['GET', 'POST'],
    path: table.path,
    operation: 'authorize',
    isPage: true,
    handle: (call) => {
      const { query } = call.request;
      const scopes = requestedScopes(table, query);
      const error = requestError(table, call, app.clientId) ?? table.check(call, scopes);
      if (error !== undefined) return typeof error === 'string' ? table.errorReply(error) : error;
      const state = query.get('state');
      const { choices } = table;
      return consentReply(call, {
        platform: table.label,
        appName: app.name,
        redirectUri: query.get('redirect_uri') ?? '',
        scopes,
        persons: persons
          .all(call.store)
          .slice(0, consentPersonsMax)
          .map((person) => ({ name: persons.nameOf(person), ...table.describe(person, call) })),
        ...(choices && { choices: { legend: choices.legend, of: (account) => choices.of(call, account) } }),
        ...(state !== null && { state }),
        ...(table.hash !== undefined && { hash: table.hash }),
        approve: (approval) =>
          table.needsScope === true && approval.scopes.length === 0
            ? table.denied
            : approve(authority, table, call, approval),
        deny: () => table.denied,
      });
    },
  };
}

function requestedScopes<P, G>(
  { scopeSeparator, impliedScopes = [] }: AuthorizeTable<P, G>,
  query: URLSearchParams,
): string[] {
  const scopes = (query.get('scope') ?? '').split(scopeSeparator);
  return scopes.filter((scope) => scope !== '' && !impliedScopes.includes(scope));
}

function requestError<P, G>(table: AuthorizeTable<P, G>, { request }: Call, clientId: string): string | undefined {
  const { messages, parameters = [], clientParameter = 'client_id' } = table;
  const { query } = request;
  const known = [clientParameter, 'redirect_uri', 'response_type', 'scope', 'state', ...parameters];
  const unknown = unknownParameter(query, known);
  if (unknown !== undefined) return messages.unknownParameter(unknown);
  if (query.get(clientParameter) !== clientId) return messages.client;
  const responseType = query.get('response_type');
  if (responseType !== 'code') return messages.responseType(responseType);
  return query.has('redirect_uri') ? undefined : messages.redirectUri;
}

function approve<P extends object, G extends Grant>(
  authority: Authority<P, G>,
  table: AuthorizeTable<P, G>,
  call: Call,
  approval: Approval,
): Record<string, string> {
  const { persons } = authority.table;
  const { query } = call.request;
  const { account } = approval;
  if (!persons.isName(account)) throw new Refusal(errorPage(400, ...table.invalidName(account)));
  return call.commit((tx) => {
    const isNew = persons.named(tx, account) === undefined;
    const person = persons.findOrCreate({ tx, random: call.random }, account);
    const request = { call, tx, person, isNew, requestedScopes: requestedScopes(table, query) };
    const grant = table.grant({ ...request, scopes: approval.scopes, chosen: approval.chosen });
    const challenge = readChallenge(query);
    const code = authority.issueCode(issuerOf(call, tx), {
      grant,
      redirectUri: query.get('redirect_uri') ?? '',
      ...(challenge && { challenge }),
    });
    return { code, ...table.approved?.(grant) };
  });
}
