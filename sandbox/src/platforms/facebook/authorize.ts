import { consentReply, strangeParameter } from '../../core/consent.ts';
import type { Call, Route } from '../../core/network.ts';
import { errorPage } from '../../core/page.ts';
import { Refusal } from '../../core/reply.ts';
import { issueCode } from '../meta/codes.ts';
import { graphVersions } from '../meta/versions.ts';
import { app } from './app.ts';
import { scopes } from './limits.ts';
import { makePerson, pages } from './pages.ts';
import { canBeName, persons } from './persons.ts';
import { codes, type Grant } from './tokens.ts';

const known = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'auth_type', 'display'];
const scopeNames: readonly string[] = Object.values(scopes);

export const authorize: Route = {
  host: 'www.facebook.com',
  methods: ['GET', 'POST'],
  path: '/{version}/dialog/oauth',
  operation: 'authorize',
  isPage: true,
  handle: (call) => {
    const { query, params } = call.request;
    const asked = (query.get('scope') ?? '').split(',').filter((scope) => scope !== '' && scope !== scopes.profile);
    const fault = graphVersions.includes(params['version'] ?? '') ? faultOf(query, asked) : 'Unknown API version';
    if (fault !== undefined) return errorPage(400, 'Sorry, something went wrong', fault);
    const redirectUri = query.get('redirect_uri') ?? '';
    const state = query.get('state');
    return consentReply(call, {
      network: 'Facebook',
      appName: app.name,
      redirectUri,
      scopes: asked,
      persons: persons
        .all(call.store)
        .slice(0, 20)
        .map(({ id, name, fullName }) => ({ name, label: fullName, detail: pagesText(call, id) })),
      choices: { legend: 'Pages', of: (account) => pagesOf(call, account) },
      ...(state !== null && { state }),
      hash: '_=_',
      approve: (approval) => ({ code: grant(call, { ...approval, asked, redirectUri }) }),
      deny: () => ({
        error: 'access_denied',
        error_code: '200',
        error_description: 'Permissions error',
        error_reason: 'user_denied',
      }),
    });
  },
};

function pagesText(call: Call, personId: string): string {
  const titles = pages.ownedBy(call.store, personId).map(({ title }) => title);
  return titles.length === 0 ? 'no Page' : titles.join(', ');
}

function pagesOf(call: Call, account: string) {
  const person = persons.named(call.store, account);
  const own = person === undefined ? [] : pages.ownedBy(call.store, person.id);
  return own.map(({ id, title }) => ({ id, label: title }));
}

function faultOf(query: URLSearchParams, asked: readonly string[]): string | undefined {
  const unknown = strangeParameter(query, known);
  if (unknown !== undefined) return `The parameter ${unknown} is unknown.`;
  if (query.get('client_id') !== app.clientId)
    return 'Invalid App ID: The provided app ID does not look like a valid app ID.';
  if (query.get('response_type') !== 'code') return 'The parameter response_type is invalid.';
  if (!query.has('redirect_uri')) return 'The parameter redirect_uri is required.';
  const strange = asked.filter((scope) => !scopeNames.includes(scope));
  return strange.length > 0 ? `Invalid Scopes: ${strange.join(', ')}` : undefined;
}

type Approval = {
  readonly account: string;
  readonly scopes: readonly string[];
  readonly chosen: readonly string[];
  readonly asked: readonly string[];
  readonly redirectUri: string;
};

function grant(call: Call, { account, scopes: kept, chosen, asked, redirectUri }: Approval): string {
  if (!canBeName(account)) {
    throw new Refusal(errorPage(400, 'No such name', `${account} cannot be a name: letters, digits and single dots.`));
  }
  return call.commit((tx) => {
    const old = persons.named(tx, account);
    const person = old ?? makePerson({ tx, random: call.random }, account);
    const granted = kept.filter((scope) => !person.droppedScopes.includes(scope));
    const given: Grant = {
      personId: person.id,
      scopes: [...granted, scopes.profile],
      declined: asked.filter((scope) => !granted.includes(scope)),
      pageIds: old === undefined ? pages.ownedBy(tx, person.id).map(({ id }) => id) : chosen,
    };
    const issuer = { tx, random: call.random, now: call.clock.now() };
    return issueCode(codes, issuer, { grant: given, redirectUri });
  });
}
