import { consentReply, strangeParameter } from '../../core/consent.ts';
import type { Call, Route } from '../../core/network.ts';
import { errorPage } from '../../core/page.ts';
import { Refusal } from '../../core/reply.ts';
import { issueCode } from './codes.ts';
import type { LoginPerson, LoginPersons } from './login-persons.ts';
import { canBeUsername } from './login-persons.ts';
import type { LoginApp } from './login-routes.ts';
import type { Login } from './login-tokens.ts';

type Parts<P extends LoginPerson> = {
  readonly network: string;
  readonly host: Route['host'];
  readonly app: LoginApp;
  readonly login: Login;
  readonly persons: LoginPersons<P>;
  readonly scopes: { readonly basic: string; readonly all: readonly string[] };
  /** Parameters beside those that every such page knows. */
  readonly known: readonly string[];
  detailOf(person: P): string;
};

const common = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'];

/** Where people sign in themselves, each with the one account they have. */
export const loginPage = <P extends LoginPerson>(parts: Parts<P>): Route => ({
  host: parts.host,
  methods: ['GET', 'POST'],
  path: '/oauth/authorize',
  operation: 'authorize',
  isPage: true,
  handle: (call) => {
    const { query } = call.request;
    const asked = (query.get('scope') ?? '').split(',').filter((scope) => scope !== '');
    const fault = faultOf(parts, query, asked);
    if (fault !== undefined) return errorPage(400, 'Invalid Request', `Request parameters are invalid: ${fault}`);
    const redirectUri = query.get('redirect_uri') ?? '';
    const state = query.get('state');
    return consentReply(call, {
      network: parts.network,
      appName: parts.app.name,
      redirectUri,
      scopes: asked,
      persons: parts.persons
        .all(call.store)
        .slice(0, 20)
        .map((person) => ({ name: person.username, label: person.fullName, detail: parts.detailOf(person) })),
      ...(state !== null && { state }),
      hash: '_',
      approve: (approval) => ({ code: grant(call, parts, { ...approval, redirectUri }) }),
      deny: () => ({
        error: 'access_denied',
        error_reason: 'user_denied',
        error_description: 'The user denied your request.',
      }),
    });
  },
});

type Asking = Pick<Parts<LoginPerson>, 'known' | 'app' | 'scopes'>;

function faultOf({ known, app, scopes }: Asking, query: URLSearchParams, asked: readonly string[]): string | undefined {
  const unknown = strangeParameter(query, [...common, ...known]);
  if (unknown !== undefined) return `${unknown} is unknown`;
  if (query.get('client_id') !== app.clientId) return 'Invalid platform app';
  if (query.get('response_type') !== 'code') return 'Invalid response_type';
  if (!query.has('redirect_uri')) return 'Invalid redirect_uri';
  const strange = asked.filter((scope) => !scopes.all.includes(scope));
  if (strange.length > 0) return `Invalid Scopes: ${strange.join(', ')}`;
  return asked.includes(scopes.basic) ? undefined : `Invalid Scopes: ${scopes.basic} is needed`;
}

type Grant = { readonly account: string; readonly scopes: readonly string[]; readonly redirectUri: string };

function grant<P extends LoginPerson>(call: Call, { login, persons }: Parts<P>, given: Grant): string {
  const { account, redirectUri } = given;
  if (!canBeUsername(account)) throw new Refusal(noSuchName(account));
  return call.commit((tx) => {
    const person = persons.named(tx, account) ?? persons.make(tx, call.random, account);
    const scopes = given.scopes.filter((scope) => !person.droppedScopes.includes(scope));
    const issuer = { tx, random: call.random, now: call.clock.now() };
    return issueCode(login.codes, issuer, { grant: { userId: person.userId, scopes }, redirectUri });
  });
}

const noSuchName = (name: string) =>
  errorPage(400, 'No such username', `${name} cannot be a username: a–z, 0–9, dots and underscores, 30 at most.`);
