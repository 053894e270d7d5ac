import { consentReply, strangeParameter } from '../../core/consent.ts';
import type { Call, Route } from '../../core/network.ts';
import { errorPage } from '../../core/page.ts';
import { Refusal } from '../../core/reply.ts';
import type { Tx } from '../../core/store.ts';
import { app } from './app.ts';
import { canBeUsername, freshId, newPerson, persons, type Person } from './persons.ts';
import { issueCode } from './tokens.ts';

const known = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'];

export const authorize: Route = {
  host: 'www.pinterest.com',
  methods: ['GET', 'POST'],
  path: '/oauth/',
  operation: 'authorize',
  isPage: true,
  handle: (call) => {
    const { query } = call.request;
    const fault = faultOf(query);
    if (fault !== undefined) return errorPage(400, 'Something went wrong', fault);
    const redirectUri = query.get('redirect_uri') ?? '';
    const state = query.get('state');
    return consentReply(call, {
      network: 'Pinterest',
      appName: app.name,
      redirectUri,
      scopes: askedScopes(query),
      persons: persons
        .all(call.store)
        .slice(0, 20)
        .map(({ username, businessName }) => ({
          name: username,
          label: businessName ?? username,
          detail: `@${username}`,
        })),
      ...(state !== null && { state }),
      approve: ({ account, scopes }) => ({ code: grant(call, { account, scopes, redirectUri }) }),
      deny: () => ({ error: 'access_denied', error_description: 'The user denied access' }),
    });
  },
};

const askedScopes = (query: URLSearchParams): string[] =>
  (query.get('scope') ?? '').split(',').filter((scope) => scope !== '');

function faultOf(query: URLSearchParams): string | undefined {
  const unknown = strangeParameter(query, known);
  if (unknown !== undefined) return `The parameter ${unknown} is unknown.`;
  if (query.get('client_id') !== app.clientId) return 'The client_id is not that of an app.';
  if (query.get('response_type') !== 'code') return 'The response_type must be code.';
  if (!query.has('redirect_uri')) return 'The redirect_uri is missing.';
  const asked = askedScopes(query);
  if (asked.length === 0) return 'The scope is missing.';
  const strange = asked.find((scope) => !app.scopes.includes(scope));
  return strange === undefined ? undefined : `The scope ${strange} is unknown.`;
}

type Given = { readonly account: string; readonly scopes: readonly string[]; readonly redirectUri: string };

function grant(call: Call, { account, scopes, redirectUri }: Given): string {
  if (!canBeUsername(account)) {
    throw new Refusal(errorPage(400, 'No such account', `${account} cannot be a username: a–z, 0–9 and _, 3 to 30.`));
  }
  return call.commit((tx) => {
    const { id: personId } = persons.named(tx, account) ?? makePerson(call, tx, account);
    const issuer = { tx, random: call.random, now: call.clock.now() };
    return issueCode(issuer, { personId, scopes, redirectUri }).text;
  });
}

function makePerson(call: Call, tx: Tx, username: string): Person {
  const person = newPerson(username, freshId(call.random));
  persons.put(tx, person);
  return person;
}
