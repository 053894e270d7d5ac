import { consentReply, strangeParameter } from '../../core/consent.ts';
import type { Call, Route } from '../../core/network.ts';
import { errorPage } from '../../core/page.ts';
import { Refusal, redirect, type Reply } from '../../core/reply.ts';
import type { Tx } from '../../core/store.ts';
import { app } from './app.ts';
import { scopes } from './limits.ts';
import { canBeVanityName, freshId, fullNameOf, newPerson, persons, type Person } from './persons.ts';
import { issueCode } from './tokens.ts';

const known = ['response_type', 'client_id', 'redirect_uri', 'state', 'scope'];

export const authorize: Route = {
  host: 'www.linkedin.com',
  methods: ['GET', 'POST'],
  path: '/oauth/v2/authorization',
  operation: 'authorize',
  isPage: true,
  handle: (call) => {
    const { query } = call.request;
    const redirectUri = query.get('redirect_uri') ?? '';
    const fault = faultOf(query);
    if (fault !== undefined) return errorPage(400, 'Bummer, something went wrong.', fault);
    const asked = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
    const strange = asked.find((scope) => !app.scopes.includes(scope) && scope !== scopes.read);
    if (strange !== undefined && call.isHeraldUrl(redirectUri)) return unauthorized(redirectUri, query, strange);
    const state = query.get('state');
    return consentReply(call, {
      network: 'LinkedIn',
      appName: app.name,
      redirectUri,
      scopes: asked,
      persons: persons
        .all(call.store)
        .slice(0, 20)
        .map((person) => ({ name: person.vanityName, label: fullNameOf(person), detail: `in/${person.vanityName}` })),
      ...(state !== null && { state }),
      approve: ({ account, scopes: granted }) => ({ code: grant(call, { account, scopes: granted, redirectUri }) }),
      deny: () => ({
        error: 'user_cancelled_authorize',
        error_description: 'The user cancelled LinkedIn authorization',
      }),
    });
  },
};

function faultOf(query: URLSearchParams): string | undefined {
  const unknown = strangeParameter(query, known);
  if (unknown !== undefined) return `The parameter ${unknown} is unknown`;
  if (query.get('client_id') !== app.clientId) return 'The passed in client_id is invalid';
  if (query.get('response_type') !== 'code') return 'The response_type must be code';
  return query.has('redirect_uri') ? undefined : 'You need to pass the redirect_uri';
}

/** A scope of a product the app does not have ends the sign-in before anybody is asked. */
function unauthorized(redirectUri: string, query: URLSearchParams, scope: string): Reply {
  const target = new URL(redirectUri);
  target.searchParams.set('error', 'unauthorized_scope_error');
  target.searchParams.set('error_description', `Scope "${scope}" is not authorized for your application`);
  target.searchParams.set('state', query.get('state') ?? '');
  return redirect(target.href);
}

type Grant = { readonly account: string; readonly scopes: readonly string[]; readonly redirectUri: string };

/** The right to read comes with the person, asked for or not. */
function grant(call: Call, given: Grant): string {
  if (!canBeVanityName(given.account)) throw new Refusal(noSuchName(given.account));
  return call.commit((tx) => {
    const person = persons.named(tx, given.account) ?? makePerson(call, tx, given.account);
    const asked = given.scopes.filter((scope) => scope !== scopes.read);
    if (asked.length < given.scopes.length && !person.canReadPosts) {
      throw new Refusal(unauthorized(given.redirectUri, call.request.query, scopes.read));
    }
    const granted = person.canReadPosts ? [...asked, scopes.read] : asked;
    const issuer = { tx, random: call.random, now: call.clock.now() };
    return issueCode(issuer, { personId: person.id, scopes: granted, redirectUri: given.redirectUri }).text;
  });
}

function makePerson(call: Call, tx: Tx, vanityName: string): Person {
  const person = newPerson(vanityName, freshId(call.random));
  persons.put(tx, person);
  return person;
}

const noSuchName = (name: string): Reply =>
  errorPage(400, 'No such profile', `${name} cannot be the name of a profile: a–z, 0–9 and hyphens, 3 to 100.`);
