import { Type } from 'typebox';
import type { AuthorizeGrant, Connected, OAuthConnect } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { exchangeLoginCode, exchangeShortToken } from '../meta/exchange-code.ts';
import { callGraph } from '../meta/graph.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import type { ConnectFailure } from '../shared/reply.ts';
import { GraphId, graphUrl } from '../meta/client.ts';
import type { InstagramCall } from './call.ts';
import { toConnectFailure } from './errors.ts';
import { readToken, toTokens, unwrap, type ReadToken } from '../meta/tokens.ts';

type TokenResult = { kind: 'token'; token: ReadToken } | ConnectFailure;

export const exchange: OAuthConnect<InstagramCall>['exchange'] = async (call, grant) => {
  const short = await exchangeCode(call, grant);
  if (short.kind !== 'token') return short;
  const long = await exchangeShort(call, short.token);
  if (long.kind !== 'token') return long;
  const grantedScopes = short.token.scopes ?? long.token.scopes ?? [];
  return await readAccount(call, { ...long.token, scopes: grantedScopes });
};

async function exchangeCode(call: InstagramCall, grant: AuthorizeGrant): Promise<TokenResult> {
  const reply = await exchangeLoginCode(call, call.hosts.api, grant);
  if (reply.kind === 'refused') return reply;
  return reply.kind === 'ok' ? toTokenResult(reply.json) : toConnectFailure(reply);
}

async function exchangeShort(call: InstagramCall, { accessToken }: ReadToken): Promise<TokenResult> {
  const reply = await exchangeShortToken(call, { grantType: 'ig_exchange_token', accessToken });
  return reply.kind === 'ok' ? toTokenResult(reply.json) : toConnectFailure(reply);
}

const meFields = 'id,user_id,username,name,profile_picture_url,account_type';
const readMe = responseReader(
  Type.Object({
    user_id: GraphId,
    username: Type.String({ minLength: 1, maxLength: 100 }),
    account_type: Type.String(),
    name: Type.Optional(Type.Unknown()),
    profile_picture_url: Type.Optional(Type.Unknown()),
  }),
);
/** Other spellings occur: `Business`, `Media_Creator`. */
const accountTypes = ['BUSINESS', 'MEDIA_CREATOR'];

async function readAccount(call: InstagramCall, token: ReadToken & { scopes: readonly string[] }): Promise<Connected> {
  const { accessToken, scopes: grantedScopes } = token;
  const query = { fields: meFields };
  const reply = await callGraph(call.http, { url: graphUrl(call, 'me'), token: accessToken, query });
  if (reply.kind !== 'ok') return toConnectFailure(reply);
  const me = readMe(unwrap(reply.json));
  if (me === undefined) return { kind: 'unavailable', reason: 'Instagram did not identify the account' };
  if (!accountTypes.includes(me.account_type.toUpperCase())) return { kind: 'refused', reason: needsProfessional };
  const username = platformText(me.username) ?? '';
  const avatarUrl = webUrl(me.profile_picture_url);
  return {
    kind: 'accounts',
    accounts: [
      {
        providerAccountId: String(me.user_id),
        username,
        displayName: platformText(me.name, 200) ?? username,
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
  'Instagram allows apps to publish only to professional accounts: switch the account to business or creator in its settings, then connect it again';

function toTokenResult(json: unknown): TokenResult {
  const token = readToken(json);
  return token === undefined
    ? { kind: 'unavailable', reason: 'Instagram returned no token' }
    : { kind: 'token', token };
}
