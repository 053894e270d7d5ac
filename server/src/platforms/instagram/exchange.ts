import { Type } from 'typebox';
import type { AuthorizeGrant, Call, Connected, OAuthConnect } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { exchangeLoginCode } from '../meta/exchange-code.ts';
import { callGraph } from '../meta/graph.ts';
import { networkText, webUrl } from '../shared/network-text.ts';
import { GraphId, graphUrl } from '../meta/client.ts';
import { toConnectFailure } from './errors.ts';
import { readToken, toTokens, unwrap, type ReadToken } from '../meta/tokens.ts';

type Failed = Exclude<Connected, { kind: 'accounts' }>;
type Got = { kind: 'token'; token: ReadToken } | Failed;

/** The code gives a token of an hour, that one a token of sixty days, and that tells whose it is. */
export const exchange: OAuthConnect['exchange'] = async (call, grant) => {
  const short = await exchangeCode(call, grant);
  if (short.kind !== 'token') return short;
  const long = await exchangeShort(call, short.token);
  if (long.kind !== 'token') return long;
  const grantedScopes = short.token.scopes ?? long.token.scopes ?? [];
  return await readAccount(call, { ...long.token, scopes: grantedScopes });
};

async function exchangeCode(call: Call, grant: AuthorizeGrant): Promise<Got> {
  const reply = await exchangeLoginCode(call, call.hosts['api'] ?? '', grant);
  if (reply.kind === 'refused') return reply;
  return reply.kind === 'ok' ? toGot(reply.json) : toConnectFailure(reply);
}

async function exchangeShort({ http, hosts, credentials }: Call, { accessToken }: ReadToken): Promise<Got> {
  const query = {
    grant_type: 'ig_exchange_token',
    client_secret: credentials['CLIENT_SECRET'] ?? '',
    access_token: accessToken,
  };
  const reply = await callGraph(http, { url: `${hosts['graph'] ?? ''}/access_token`, query });
  return reply.kind === 'ok' ? toGot(reply.json) : toConnectFailure(reply);
}

const meFields = 'id,user_id,username,name,profile_picture_url,account_type';
const readMe = answerReader(
  Type.Object({
    user_id: GraphId,
    username: Type.String({ minLength: 1, maxLength: 100 }),
    account_type: Type.String(),
    name: Type.Optional(Type.Unknown()),
    profile_picture_url: Type.Optional(Type.Unknown()),
  }),
);
/** Instagram spells them in several ways: `BUSINESS`, `Business`, `Media_Creator`. */
const accountTypes = ['BUSINESS', 'MEDIA_CREATOR'];

async function readAccount(call: Call, token: ReadToken & { scopes: readonly string[] }): Promise<Connected> {
  const { accessToken, scopes: grantedScopes } = token;
  const query = { fields: meFields };
  const reply = await callGraph(call.http, { url: graphUrl(call, 'me'), token: accessToken, query });
  if (reply.kind !== 'ok') return toConnectFailure(reply);
  const me = readMe(unwrap(reply.json));
  if (me === undefined) return { kind: 'unavailable', reason: 'Instagram does not say whose account it is' };
  if (!accountTypes.includes(me.account_type.toUpperCase())) return { kind: 'refused', reason: needsProfessional };
  const username = networkText(me.username) ?? '';
  const avatarUrl = webUrl(me.profile_picture_url);
  return {
    kind: 'accounts',
    accounts: [
      {
        providerAccountId: String(me.user_id),
        username,
        displayName: networkText(me.name, 200) ?? username,
        profileUrl: `https://www.instagram.com/${encodeURIComponent(username)}/`,
        ...(avatarUrl === undefined ? {} : { avatarUrl }),
        grantedScopes,
        tokens: toTokens(call, token),
        state: {},
      },
    ],
  };
}

const needsProfessional =
  'Instagram lets software publish to professional accounts only: switch the account to business or creator in its settings, then connect it again';

function toGot(json: unknown): Got {
  const token = readToken(json);
  return token === undefined
    ? { kind: 'unavailable', reason: 'Instagram answered without a token' }
    : { kind: 'token', token };
}
