import { Type } from 'typebox';
import type { AuthorizeGrant, Call, Connected } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { graphUrl } from '../meta/client.ts';
import { callGraph } from '../meta/graph.ts';
import { tokenText } from '../shared/network-text.ts';
import { toConnectFailure } from './errors.ts';

type Got = { kind: 'token'; token: string } | Exclude<Connected, { kind: 'accounts' }>;

const read = answerReader(Type.Object({ access_token: Type.String() }));

/** The code gives a token of hours, that one a token of sixty days: only with such a one do those of Pages not end. */
export async function personToken(call: Call, grant: AuthorizeGrant): Promise<Got> {
  const short = await ask(call, { redirect_uri: grant.redirectUri, code: grant.code.replace(/#_=_$/, '') });
  if (short.kind !== 'token') return short;
  return await ask(call, { grant_type: 'fb_exchange_token', fb_exchange_token: short.token });
}

async function ask(call: Call, parameters: Readonly<Record<string, string>>): Promise<Got> {
  const { http, credentials } = call;
  const app = { client_id: credentials['CLIENT_ID'] ?? '', client_secret: credentials['CLIENT_SECRET'] ?? '' };
  const query = { ...app, ...parameters };
  const reply = await callGraph(http, { url: graphUrl(call, 'oauth/access_token'), query });
  if (reply.kind !== 'ok') return toConnectFailure(reply);
  const token = tokenText(read(reply.json)?.access_token);
  return token === undefined
    ? { kind: 'unavailable', reason: 'Facebook answered without a token' }
    : { kind: 'token', token };
}
