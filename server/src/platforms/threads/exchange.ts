import { Type } from 'typebox';
import type { Call, Connected, OAuthConnect, Tokens } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { GraphId, graphUrl } from '../meta/client.ts';
import { exchangeLoginCode } from '../meta/exchange-code.ts';
import { callGraph, type GraphReply } from '../meta/graph.ts';
import { networkText, scopeNames, webUrl } from '../shared/network-text.ts';
import { outcomes } from './errors.ts';
import { readToken, toTokens } from '../meta/tokens.ts';

type Failed = Exclude<Connected, { kind: 'accounts' }>;

/** The code gives a token of an hour, that one a token of sixty days; it tells whose it is and what it may do. */
export const exchange: OAuthConnect['exchange'] = async (call, grant) => {
  const given = await exchangeLoginCode(call, call.hosts['graph'] ?? '', grant);
  if (given.kind === 'refused') return given;
  const short = tokensIn(call, given);
  if ('kind' in short) return short;
  const long = tokensIn(call, await exchangeShort(call, short));
  if ('kind' in long) return long;
  const granted = await readScopes(call, long);
  return 'kind' in granted ? granted : await readAccount(call, long, granted);
};

function exchangeShort({ http, hosts, credentials }: Call, { accessToken }: Tokens): Promise<GraphReply> {
  const query = {
    grant_type: 'th_exchange_token',
    client_secret: credentials['CLIENT_SECRET'] ?? '',
    access_token: accessToken,
  };
  return callGraph(http, { url: `${hosts['graph'] ?? ''}/access_token`, query });
}

function tokensIn(call: Call, reply: GraphReply): Tokens | Failed {
  if (reply.kind !== 'ok') return outcomes.toConnectFailure(reply);
  const token = readToken(reply.json);
  if (token === undefined) return { kind: 'unavailable', reason: 'Threads answered without a token' };
  return toTokens(call, token);
}

const readDebug = answerReader(Type.Object({ data: Type.Object({ scopes: Type.Array(Type.String()) }) }));

async function readScopes(call: Call, { accessToken }: Tokens): Promise<readonly string[] | Failed> {
  const query = { input_token: accessToken };
  const reply = await callGraph(call.http, { url: graphUrl(call, 'debug_token'), token: accessToken, query });
  if (reply.kind !== 'ok') return outcomes.toConnectFailure(reply);
  const answer = readDebug(reply.json);
  if (answer === undefined) return { kind: 'unavailable', reason: 'Threads does not say what was granted' };
  return scopeNames(answer.data.scopes.join(' '));
}

const readMe = answerReader(
  Type.Object({
    id: GraphId,
    username: Type.String({ pattern: '^[\\w.]{1,100}$' }),
    name: Type.Optional(Type.Unknown()),
    threads_profile_picture_url: Type.Optional(Type.Unknown()),
  }),
);

async function readAccount(call: Call, tokens: Tokens, grantedScopes: readonly string[]): Promise<Connected> {
  const query = { fields: 'id,username,name,threads_profile_picture_url' };
  const reply = await callGraph(call.http, { url: graphUrl(call, 'me'), token: tokens.accessToken, query });
  if (reply.kind !== 'ok') return outcomes.toConnectFailure(reply);
  const me = readMe(reply.json);
  if (me === undefined) return { kind: 'unavailable', reason: 'Threads does not say whose account it is' };
  const avatarUrl = webUrl(me.threads_profile_picture_url);
  return {
    kind: 'accounts',
    accounts: [
      {
        providerAccountId: String(me.id),
        username: me.username,
        displayName: networkText(me.name, 200) || me.username,
        profileUrl: `https://www.threads.net/@${me.username}`,
        ...(avatarUrl === undefined ? {} : { avatarUrl }),
        grantedScopes,
        tokens,
        state: {},
      },
    ],
  };
}
