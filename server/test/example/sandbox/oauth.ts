import { createHash } from 'node:crypto';
import { consentReply } from '../../../../sandbox/src/core/pages/consent.ts';
import type { Call, Route } from '../../../../sandbox/src/core/platform.ts';
import { readParameters } from '../../../../sandbox/src/core/wire/parameters.ts';
import { json, Refusal, type Reply } from '../../../../sandbox/src/core/wire/reply.ts';
import { collection } from '../../../../sandbox/src/core/state/store.ts';
import { error } from './errors.ts';
import { grants, grantWith, makePerson, needGrant, persons, tokenSeconds, type Grant } from './grants.ts';

type Code = { code: string; person: string; pages: string[]; scopes: string[]; challenge: string; redirectUri: string };

const codes = collection<Code>('parrot/codes');
const api = 'api.parrot.example';

export const oauthRoutes: readonly Route[] = [
  {
    host: 'parrot.example',
    methods: ['GET', 'POST'],
    path: '/authorize',
    operation: 'authorize',
    isPage: true,
    handle: authorize,
  },
  { host: api, methods: ['POST'], path: '/v1/token', operation: 'token', handle: token },
  { host: api, methods: ['POST'], path: '/v1/revoke', operation: 'revoke', handle: revokeGrant },
  {
    host: api,
    methods: ['GET'],
    path: '/v1/pages',
    operation: 'pages',
    handle: (call) => {
      const { pages } = needGrant(call);
      return json(200, { pages: pages.map((id) => ({ id, handle: id, name: `Page ${id}` })) });
    },
  },
];

function authorize(call: Call): Reply {
  const { query } = call.request;
  if (query.get('client_id') !== 'parrot-app' || (query.get('code_challenge') ?? '').length !== 43) {
    return error(400, 'invalid', 'client_id or code_challenge is wrong');
  }
  return consentReply(call, {
    platform: 'Parrot',
    appName: 'Herald',
    redirectUri: query.get('redirect_uri') ?? '',
    state: query.get('state') ?? '',
    scopes: (query.get('scope') ?? '').split(' '),
    persons: persons.all(call.store).map(({ name }) => ({ name, label: name })),
    choices: {
      legend: 'Pages',
      of: (name) => (persons.get(call.store, name)?.pages ?? []).map((id) => ({ id, label: id })),
    },
    approve: ({ account, scopes, chosen }) => {
      const code = call.random.text(16);
      call.commit((tx) => {
        const person = persons.get(tx, account) ?? makePerson(tx, account, 1);
        const pages = chosen.length > 0 ? [...chosen] : person.pages;
        const facts = { challenge: query.get('code_challenge') ?? '', redirectUri: query.get('redirect_uri') ?? '' };
        codes.put(tx, code, { code, person: person.name, pages, scopes: [...scopes], ...facts });
      });
      return { code };
    },
    deny: () => ({ error: 'access_denied' }),
  });
}

const tokenShape = {
  client_id: 'string!',
  client_secret: 'string!',
  grant_type: 'string!',
  code: 'string',
  redirect_uri: 'string',
  code_verifier: 'string',
  refresh_token: 'string',
} as const;

function token(call: Call): Reply {
  const reading = readParameters(call.request, tokenShape);
  if (!reading.ok) return error(400, 'invalid', `${reading.fault.name} is ${reading.fault.kind}`);
  const {
    client_id: id,
    client_secret: secret,
    grant_type: type,
    code,
    code_verifier: verifier,
    refresh_token: old,
  } = reading.values;
  if (id !== 'parrot-app' || secret !== 'parrot-secret') return error(401, 'invalid_client', 'Unknown app');
  if (type === 'refresh_token') return refresh(call, old ?? '');
  return call.commit((tx) => {
    const storedCode = codes.get(tx, code ?? '');
    const challenge = createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url');
    if (
      storedCode === undefined ||
      storedCode.challenge !== challenge ||
      storedCode.redirectUri !== reading.values.redirect_uri
    ) {
      throw new Refusal(error(400, 'invalid_grant', 'The code is unknown, used, or not yours'));
    }
    codes.delete(tx, storedCode.code);
    const fresh = {
      id: call.random.text(8),
      person: storedCode.person,
      pages: storedCode.pages,
      scopes: storedCode.scopes,
    };
    return issue(call, { ...fresh, ...newTokens(call), usedRefreshTokens: [] });
  });
}

/** Reusing a refresh token is a sign of theft and ends the grant. */
function refresh(call: Call, old: string): Reply {
  const grant = grantWith(call.store, old);
  if (grant === undefined) return error(400, 'grant_gone', 'The person has removed the app');
  if (grant.refreshToken !== old) {
    call.commit((tx) => grants.delete(tx, grant.id));
    return error(400, 'invalid_grant', 'The refresh token was used before');
  }
  return call.commit(() =>
    issue(call, { ...grant, ...newTokens(call), usedRefreshTokens: [...grant.usedRefreshTokens, old] }),
  );
}

function newTokens(call: Call): Pick<Grant, 'accessToken' | 'refreshToken' | 'expiresAt'> {
  return {
    accessToken: `pat_${call.random.text(16)}`,
    refreshToken: `prt_${call.random.text(16)}`,
    expiresAt: call.clock.now() + tokenSeconds * 1000,
  };
}

function issue(call: Call, grant: Grant): Reply {
  call.commit((tx) => grants.put(tx, grant.id, grant));
  return json(200, {
    access_token: grant.accessToken,
    refresh_token: grant.refreshToken,
    expires_in: tokenSeconds,
    scope: grant.scopes.join(' '),
  });
}

function revokeGrant(call: Call): Reply {
  const reading = readParameters(call.request, { token: 'string!' });
  if (!reading.ok) return error(400, 'invalid', 'token is missing');
  const grant = grantWith(call.store, reading.values.token);
  if (grant !== undefined) call.commit((tx) => grants.delete(tx, grant.id));
  return json(200, { revoked: true });
}
