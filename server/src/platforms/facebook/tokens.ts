import { Type } from 'typebox';
import type { AuthorizeGrant } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { graphUrl } from '../meta/client.ts';
import { callGraph } from '../meta/graph.ts';
import { tokenText } from '../shared/platform-text.ts';
import type { ConnectFailure } from '../shared/reply.ts';
import type { FacebookCall } from './call.ts';
import { toConnectFailure } from './errors.ts';

type PersonToken = { kind: 'token'; token: string } | ConnectFailure;

const read = responseReader(Type.Object({ access_token: Type.String() }));

/** Page tokens do not expire if a token of sixty days lists them. */
export async function personToken(call: FacebookCall, grant: AuthorizeGrant): Promise<PersonToken> {
  const short = await requestToken(call, { redirect_uri: grant.redirectUri, code: grant.code.replace(/#_=_$/, '') });
  if (short.kind !== 'token') return short;
  return await requestToken(call, { grant_type: 'fb_exchange_token', fb_exchange_token: short.token });
}

async function requestToken(call: FacebookCall, parameters: Readonly<Record<string, string>>): Promise<PersonToken> {
  const { http, credentials } = call;
  const app = { client_id: credentials.CLIENT_ID, client_secret: credentials.CLIENT_SECRET };
  const query = { ...app, ...parameters };
  const reply = await callGraph(http, { url: graphUrl(call, 'oauth/access_token'), query });
  if (reply.kind !== 'ok') return toConnectFailure(reply);
  const token = tokenText(read(reply.json)?.access_token);
  return token === undefined ? { kind: 'unavailable', reason: 'Facebook returned no token' } : { kind: 'token', token };
}
