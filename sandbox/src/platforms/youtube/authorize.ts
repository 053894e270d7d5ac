import { consentReply, strangeParameter } from '../../core/consent.ts';
import { defined } from '../../core/defined.ts';
import type { Call, Route } from '../../core/network.ts';
import { errorPage } from '../../core/page.ts';
import { Refusal } from '../../core/reply.ts';
import type { Tx } from '../../core/store.ts';
import { app } from './app.ts';
import { canBeHandle, freshId, newPerson, persons, type Person } from './persons.ts';
import { grants, issueCode } from './tokens.ts';

const known = [
  ...['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'access_type', 'prompt', 'login_hint'],
  ...['include_granted_scopes', 'code_challenge', 'code_challenge_method'],
];

const values: Readonly<Record<string, readonly string[]>> = {
  response_type: ['code'],
  access_type: ['online', 'offline'],
  prompt: ['consent', 'select_account', 'select_account consent', 'consent select_account'],
  include_granted_scopes: ['true', 'false'],
  code_challenge_method: ['S256', 'plain'],
};

export const authorize: Route = {
  host: 'accounts.google.com',
  methods: ['GET', 'POST'],
  path: '/o/oauth2/v2/auth',
  operation: 'authorize',
  isPage: true,
  handle: (call) => {
    const { query } = call.request;
    const fault = faultOf(query);
    if (fault !== undefined) return errorPage(400, 'Access blocked: Authorization Error', fault);
    const state = query.get('state');
    return consentReply(call, {
      network: 'Google',
      appName: app.name,
      redirectUri: query.get('redirect_uri') ?? '',
      scopes: askedScopes(query),
      persons: persons
        .all(call.store)
        .slice(0, 20)
        .map(({ handle, title, hasChannel }) => ({
          name: handle,
          label: title,
          detail: hasChannel ? `@${handle}` : 'without a channel',
        })),
      ...(state !== null && { state }),
      approve: ({ account, scopes }) => (scopes.length === 0 ? denied : grant(call, account, scopes)),
      deny: () => denied,
    });
  },
};

const denied = { error: 'access_denied' };

const askedScopes = (query: URLSearchParams): string[] =>
  (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');

function faultOf(query: URLSearchParams): string | undefined {
  const unknown = strangeParameter(query, known);
  if (unknown !== undefined) return `Error 400: invalid_request: ${unknown} is not a parameter`;
  if (query.get('client_id') !== app.clientId) return 'Error 401: invalid_client: The OAuth client was not found.';
  const missing = ['redirect_uri', 'response_type', 'scope'].find((name) => (query.get(name) ?? '') === '');
  if (missing !== undefined) return `Error 400: invalid_request: Required parameter is missing: ${missing}`;
  for (const [name, allowed] of Object.entries(values)) {
    const value = query.get(name);
    if (value !== null && !allowed.includes(value)) return `Error 400: invalid_request: Invalid ${name}: ${value}`;
  }
  const strange = askedScopes(query).find((scope) => !app.scopes.includes(scope));
  return strange === undefined ? undefined : `Error 400: invalid_scope: Some requested scopes were invalid: ${strange}`;
}

/**
 * A refresh token comes with the first consent, and again only when the consent page was asked for. Scopes granted
 * earlier come along when the app wants them to.
 */
function grant(call: Call, account: string, scopes: readonly string[]): Record<string, string> {
  if (!canBeHandle(account)) throw new Refusal(errorPage(400, 'No such account', `${account} cannot be a handle.`));
  const { query } = call.request;
  return call.commit((tx) => {
    const person = persons.named(tx, account) ?? makePerson(call, tx, account);
    const before = grants.get(tx, person.id)?.scopes;
    const isJoined = query.get('include_granted_scopes') === 'true';
    const granted = [...new Set([...(isJoined ? (before ?? []) : []), ...scopes])];
    grants.put(tx, person.id, { personId: person.id, scopes: [...new Set([...(before ?? []), ...scopes])] });
    const isAsked = before === undefined || query.get('prompt')?.includes('consent') === true;
    const challenge = query.get('code_challenge');
    const method = query.get('code_challenge_method') ?? 'plain';
    const code = issueCode(
      { tx, random: call.random, now: call.clock.now() },
      {
        personId: person.id,
        scopes: granted,
        redirectUri: query.get('redirect_uri') ?? '',
        hasRefreshToken: query.get('access_type') === 'offline' && isAsked,
        ...defined({ challenge: challenge === null ? undefined : { text: challenge, method } }),
      },
    );
    return { code: code.text, scope: granted.join(' ') };
  });
}

function makePerson(call: Call, tx: Tx, handle: string): Person {
  const person = newPerson(handle, freshId(call.random));
  persons.put(tx, person);
  return person;
}
