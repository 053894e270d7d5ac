import { consentReply, strangeParameter } from '../../core/consent.ts';
import type { Call, Route } from '../../core/network.ts';
import { errorPage } from '../../core/page.ts';
import { Refusal, type Reply } from '../../core/reply.ts';
import type { Tx } from '../../core/store.ts';
import { app } from './app.ts';
import { scopes } from './limits.ts';
import { canBeUsername, freshOpenId, newPerson, persons, type Person } from './persons.ts';
import { issueCode } from './tokens.ts';

const known = ['client_key', 'response_type', 'scope', 'redirect_uri', 'state', 'disable_auto_auth'];
const scopeNames: readonly string[] = Object.values(scopes);

export const authorize: Route = {
  host: 'www.tiktok.com',
  methods: ['GET', 'POST'],
  path: '/v2/auth/authorize/',
  operation: 'authorize',
  isPage: true,
  handle: (call) => {
    const { query } = call.request;
    const asked = (query.get('scope') ?? '').split(',').filter((scope) => scope !== '');
    const fault = faultOf(query, asked);
    if (fault !== undefined) return errorPage(400, 'Something went wrong', `We couldn’t log in with TikTok: ${fault}`);
    const redirectUri = query.get('redirect_uri') ?? '';
    return consentReply(call, {
      network: 'TikTok',
      appName: app.name,
      redirectUri,
      scopes: asked,
      persons: persons
        .all(call.store)
        .slice(0, 20)
        .map(({ username, displayName }) => ({ name: username, label: displayName, detail: `@${username}` })),
      state: query.get('state') ?? '',
      approve: (approval) => ({
        code: grant(call, { ...approval, redirectUri }),
        scopes: approval.scopes.join(','),
      }),
      deny: () => ({ error: 'access_denied', error_description: 'User cancelled the login' }),
    });
  },
};

function faultOf(query: URLSearchParams, asked: readonly string[]): string | undefined {
  const unknown = strangeParameter(query, known);
  if (unknown !== undefined) return `param_error: ${unknown}`;
  if (query.get('client_key') !== app.clientKey) return 'client_key';
  if (query.get('response_type') !== 'code') return 'unsupported_response_type';
  if (!query.has('redirect_uri')) return 'redirect_uri';
  if ((query.get('state') ?? '') === '') return 'state';
  const strange = asked.filter((scope) => !scopeNames.includes(scope));
  if (strange.length > 0) return `invalid_scope: ${strange.join(', ')}`;
  return asked.includes(scopes.basic) ? undefined : `invalid_scope: ${scopes.basic} is needed`;
}

type Approved = { readonly account: string; readonly scopes: readonly string[]; readonly redirectUri: string };

function grant(call: Call, { account, scopes: granted, redirectUri }: Approved): string {
  if (!canBeUsername(account)) throw new Refusal(noSuchName(account));
  return call.commit((tx) => {
    const person = persons.named(tx, account) ?? makePerson(call, tx, account);
    const issuer = { tx, random: call.random, now: call.clock.now() };
    return issueCode(issuer, { openId: person.openId, scopes: granted, redirectUri }).text;
  });
}

function makePerson(call: Call, tx: Tx, username: string): Person {
  const person = newPerson(username, freshOpenId(call.random));
  persons.put(tx, person);
  return person;
}

const noSuchName = (name: string): Reply =>
  errorPage(400, 'No such username', `${name} cannot be a username: a–z, 0–9, dots and underscores, 2 to 24.`);
