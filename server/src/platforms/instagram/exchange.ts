import { Type } from 'typebox';
import { isJsonObject } from '../../kernel/json.ts';
import type { AuthorizeGrant, Call, Connected, OAuthConnect } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { formBody } from '../shared/bodies.ts';
import { callGraph, readReply } from '../shared/meta-graph.ts';
import { networkText, webUrl } from '../shared/network-text.ts';
import { GraphId, graphUrl } from '../shared/meta-client.ts';
import { toConnectFailure } from './errors.ts';
import { readToken, toTokens, unwrap, type ReadToken } from './tokens.ts';

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

async function exchangeCode({ http, hosts, credentials }: Call, grant: AuthorizeGrant): Promise<Got> {
  const body = formBody({
    client_id: credentials['CLIENT_ID'] ?? '',
    client_secret: credentials['CLIENT_SECRET'] ?? '',
    grant_type: 'authorization_code',
    redirect_uri: grant.redirectUri,
    // Instagram hangs this on to its redirect, and some browsers keep it.
    code: grant.code.replace(/#_$/, ''),
  });
  const reply = await http.send({ method: 'POST', url: `${hosts['api'] ?? ''}/oauth/access_token`, body });
  const isDefinite = reply.kind === 'answer' && reply.status >= 400 && reply.status < 500 && reply.status !== 429;
  if (isDefinite && isJsonObject(reply.json) && typeof reply.json['error_message'] === 'string') {
    return { kind: 'refused', reason: networkText(reply.json['error_message']) ?? '' };
  }
  const read = readReply(reply);
  return read.kind === 'ok' ? toGot(read.json) : toConnectFailure(read);
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
const accountTypes = ['BUSINESS', 'MEDIA_CREATOR'];

async function readAccount(call: Call, token: ReadToken & { scopes: readonly string[] }): Promise<Connected> {
  const { accessToken, scopes: grantedScopes } = token;
  const query = { fields: meFields };
  const reply = await callGraph(call.http, { url: graphUrl(call, 'me'), token: accessToken, query });
  if (reply.kind !== 'ok') return toConnectFailure(reply);
  const me = readMe(unwrap(reply.json));
  if (me === undefined) return { kind: 'unavailable', reason: 'Instagram does not say whose account it is' };
  if (!accountTypes.includes(me.account_type)) return { kind: 'refused', reason: needsProfessional };
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
