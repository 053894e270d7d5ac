import { consentReply } from '../../core/consent.ts';
import type { Call, Route } from '../../core/network.ts';
import { errorPage } from '../../core/page.ts';
import { Refusal, type Reply } from '../../core/reply.ts';
import type { Tx } from '../../core/store.ts';
import { issueCode } from '../meta/codes.ts';
import { app } from './app.ts';
import { scopes } from './limits.ts';
import { canBeUsername, freshIds, newPerson, persons, type Person } from './persons.ts';
import { codes } from './tokens.ts';

const known = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'enable_fb_login', 'force_reauth'];
const ofSandbox = ['decision', 'account', 'drop', 'chosen'];
const scopeNames: readonly string[] = Object.values(scopes);

export const authorize: Route = {
  host: 'www.instagram.com',
  methods: ['GET', 'POST'],
  path: '/oauth/authorize',
  operation: 'authorize',
  isPage: true,
  handle: (call) => {
    const { query } = call.request;
    const asked = (query.get('scope') ?? '').split(',').filter((scope) => scope !== '');
    const fault = faultOf(query, asked);
    if (fault !== undefined) return errorPage(400, 'Invalid Request', `Request parameters are invalid: ${fault}`);
    const redirectUri = query.get('redirect_uri') ?? '';
    const state = query.get('state');
    return consentReply(call, {
      network: 'Instagram',
      appName: app.name,
      redirectUri,
      scopes: asked,
      persons: persons
        .all(call.store)
        .slice(0, 20)
        .map(({ username, fullName, accountType }) => ({
          name: username,
          label: fullName,
          detail: `@${username}, ${accountType}`,
        })),
      ...(state !== null && { state }),
      hash: '_',
      approve: (approval) => ({ code: grant(call, { ...approval, redirectUri }) }),
      deny: () => ({
        error: 'access_denied',
        error_reason: 'user_denied',
        error_description: 'The user denied your request.',
      }),
    });
  },
};

function faultOf(query: URLSearchParams, asked: readonly string[]): string | undefined {
  const unknown = [...query.keys()].find((name) => !known.includes(name) && !ofSandbox.includes(name));
  if (unknown !== undefined) return `${unknown} is unknown`;
  if (query.get('client_id') !== app.clientId) return 'Invalid platform app';
  if (query.get('response_type') !== 'code') return 'Invalid response_type';
  if (!query.has('redirect_uri')) return 'Invalid redirect_uri';
  const strange = asked.filter((scope) => !scopeNames.includes(scope));
  if (strange.length > 0) return `Invalid Scopes: ${strange.join(', ')}`;
  return asked.includes(scopes.basic) ? undefined : `Invalid Scopes: ${scopes.basic} is needed`;
}

type Grant = { readonly account: string; readonly scopes: readonly string[]; readonly redirectUri: string };

function grant(call: Call, given: Grant): string {
  if (!canBeUsername(given.account)) throw new Refusal(noSuchName(given.account));
  return call.commit((tx) => {
    const person = persons.named(tx, given.account) ?? makePerson(call, tx, given.account);
    const granted = given.scopes.filter((scope) => !person.droppedScopes.includes(scope));
    const issuer = { tx, random: call.random, now: call.clock.now() };
    const grantOf = { userId: person.userId, scopes: granted };
    return issueCode(codes, issuer, { grant: grantOf, redirectUri: given.redirectUri });
  });
}

function makePerson(call: Call, tx: Tx, username: string): Person {
  const person = newPerson(username, freshIds(call.random));
  persons.put(tx, person);
  return person;
}

const noSuchName = (name: string): Reply =>
  errorPage(400, 'No such username', `${name} cannot be a username: a–z, 0–9, dots and underscores, 30 at most.`);
