import { Type } from 'typebox';
import type { Connected, OAuthConnect, Tokens } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { GraphId, graphUrl } from '../meta/client.ts';
import { exchangeLoginCode, exchangeShortToken } from '../meta/exchange-code.ts';
import { callGraph, type GraphReply } from '../meta/graph.ts';
import { platformText, scopeNames, webUrl } from '../shared/platform-text.ts';
import type { ConnectFailure } from '../shared/reply.ts';
import type { ThreadsCall } from './call.ts';
import { outcomes } from './errors.ts';
import { readToken, toTokens } from '../meta/tokens.ts';

export const exchange: OAuthConnect<ThreadsCall>['exchange'] = async (call, grant) => {
  const reply = await exchangeLoginCode(call, call.hosts.graph, grant);
  if (reply.kind === 'refused') return reply;
  const short = tokensIn(call, reply);
  if ('kind' in short) return short;
  const long = tokensIn(
    call,
    await exchangeShortToken(call, { grantType: 'th_exchange_token', accessToken: short.accessToken }),
  );
  if ('kind' in long) return long;
  const granted = await readScopes(call, long);
  return 'kind' in granted ? granted : await readAccount(call, long, granted);
};

function tokensIn(call: ThreadsCall, reply: GraphReply): Tokens | ConnectFailure {
  if (reply.kind !== 'ok') return outcomes.toConnectFailure(reply);
  const token = readToken(reply.json);
  if (token === undefined) return { kind: 'unavailable', reason: 'Threads returned no token' };
  return toTokens(call, token);
}

const readDebug = responseReader(Type.Object({ data: Type.Object({ scopes: Type.Array(Type.String()) }) }));

async function readScopes(call: ThreadsCall, { accessToken }: Tokens): Promise<readonly string[] | ConnectFailure> {
  const query = { input_token: accessToken };
  const reply = await callGraph(call.http, { url: graphUrl(call, 'debug_token'), token: accessToken, query });
  if (reply.kind !== 'ok') return outcomes.toConnectFailure(reply);
  const body = readDebug(reply.json);
  if (body === undefined) return { kind: 'unavailable', reason: 'Threads did not return the granted permissions' };
  return scopeNames(body.data.scopes.join(' '));
}

const readMe = responseReader(
  Type.Object({
    id: GraphId,
    username: Type.String({ pattern: '^[\\w.]{1,100}$' }),
    name: Type.Optional(Type.Unknown()),
    threads_profile_picture_url: Type.Optional(Type.Unknown()),
  }),
);

async function readAccount(call: ThreadsCall, tokens: Tokens, grantedScopes: readonly string[]): Promise<Connected> {
  const query = { fields: 'id,username,name,threads_profile_picture_url' };
  const reply = await callGraph(call.http, { url: graphUrl(call, 'me'), token: tokens.accessToken, query });
  if (reply.kind !== 'ok') return outcomes.toConnectFailure(reply);
  const me = readMe(reply.json);
  if (me === undefined) return { kind: 'unavailable', reason: 'Threads did not identify the account' };
  const avatarUrl = webUrl(me.threads_profile_picture_url);
  return {
    kind: 'accounts',
    accounts: [
      {
        providerAccountId: String(me.id),
        username: me.username,
        displayName: platformText(me.name, 200) || me.username,
        profileUrl: `https://www.threads.net/@${me.username}`,
        ...(avatarUrl === undefined ? {} : { avatarUrl }),
        grantedScopes,
        tokens,
        state: {},
      },
    ],
  };
}
