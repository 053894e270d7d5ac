import { consentReply, strangeParameter } from '../../core/consent.ts';
import type { Call, Route } from '../../core/network.ts';
import { errorPage } from '../../core/page.ts';
import { Refusal, type Reply } from '../../core/reply.ts';
import type { Tx } from '../../core/store.ts';
import { app } from './app.ts';
import { limits, scopes } from './limits.ts';
import { canBeUsername, freshId, newPerson, persons, type Person } from './persons.ts';
import { issueCode, type Challenge } from './tokens.ts';

const known = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];
const scopeNames: readonly string[] = Object.values(scopes);

export const authorize: Route = {
  host: 'x.com',
  methods: ['GET', 'POST'],
  path: '/i/oauth2/authorize',
  operation: 'authorize',
  isPage: true,
  handle: (call) => {
    const { query } = call.request;
    const asked = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
    const challenge = challengeOf(query);
    const fault = faultOf(query, asked);
    if (fault !== undefined || challenge === undefined) {
      const detail = `You weren’t able to give access to the App: ${fault ?? 'the code challenge is not valid'}.`;
      return errorPage(400, 'Something went wrong', detail);
    }
    const redirectUri = query.get('redirect_uri') ?? '';
    return consentReply(call, {
      network: 'X',
      appName: app.name,
      redirectUri,
      scopes: asked,
      persons: persons
        .all(call.store)
        .slice(0, 20)
        .map(({ username, displayName }) => ({ name: username, label: displayName, detail: `@${username}` })),
      state: query.get('state') ?? '',
      approve: (approval) => ({ code: grant(call, { ...approval, redirectUri, challenge }) }),
      deny: () => ({ error: 'access_denied' }),
    });
  },
};

function faultOf(query: URLSearchParams, asked: readonly string[]): string | undefined {
  const unknown = strangeParameter(query, known);
  if (unknown !== undefined) return `the parameter ${unknown} is unknown`;
  if (query.get('client_id') !== app.clientId) return 'the client_id is not valid';
  if (query.get('response_type') !== 'code') return 'the response_type must be code';
  if (!query.has('redirect_uri')) return 'the redirect_uri is missing';
  const state = query.get('state') ?? '';
  if (state === '' || state.length > limits.stateCharacters) return 'the state is not valid';
  const strange = asked.filter((scope) => !scopeNames.includes(scope));
  if (strange.length > 0) return `there is no scope ${strange.join(', ')}`;
  return asked.length > 0 ? undefined : 'the scope is missing';
}

function challengeOf(query: URLSearchParams): Challenge | undefined {
  const text = query.get('code_challenge') ?? '';
  const method = query.get('code_challenge_method') ?? 'plain';
  if (method === 'S256') return /^[\w-]{43}$/.test(text) ? { method, text } : undefined;
  return method === 'plain' && text.length > 0 && text.length <= 128 ? { method, text } : undefined;
}

type Grant = {
  readonly account: string;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  readonly challenge: Challenge;
};

function grant(call: Call, { account, ...given }: Grant): string {
  if (!canBeUsername(account)) throw new Refusal(noSuchName(account));
  return call.commit((tx) => {
    const person = persons.named(tx, account) ?? makePerson(call, tx, account);
    const { redirectUri, challenge } = given;
    const issuer = { tx, random: call.random, now: call.clock.now() };
    return issueCode(issuer, { personId: person.id, scopes: given.scopes, redirectUri, challenge }).text;
  });
}

function makePerson(call: Call, tx: Tx, username: string): Person {
  const person = newPerson(username, freshId(call.random));
  persons.put(tx, person);
  return person;
}

const noSuchName = (name: string): Reply =>
  errorPage(400, 'No such username', `${name} cannot be a username: letters, digits and underscores, 4 to 15.`);
