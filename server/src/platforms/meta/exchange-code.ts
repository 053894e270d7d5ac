import { isJsonObject } from '../../kernel/text/json.ts';
import type { AuthorizeGrant } from '../adapter.ts';
import { formBody } from '../shared/bodies.ts';
import type { MetaCall } from './call.ts';
import { callGraph, readReply, type GraphReply } from './graph.ts';
import { platformText } from '../shared/platform-text.ts';

/** Errors of the Instagram and Threads login have a flat body. */
export async function exchangeLoginCode(
  { http, credentials }: MetaCall,
  host: string,
  grant: AuthorizeGrant,
): Promise<GraphReply | { kind: 'refused'; reason: string }> {
  const body = formBody({
    client_id: credentials.CLIENT_ID,
    client_secret: credentials.CLIENT_SECRET,
    grant_type: 'authorization_code',
    redirect_uri: grant.redirectUri,
    // Meta appends `#_` to the redirect, and some browsers keep it.
    code: grant.code.replace(/#_$/, ''),
  });
  const reply = await http.send({ method: 'POST', url: `${host}/oauth/access_token`, body });
  const isDefinite = reply.kind === 'response' && reply.status >= 400 && reply.status < 500 && reply.status !== 429;
  if (isDefinite && isJsonObject(reply.json) && typeof reply.json['error_message'] === 'string') {
    return { kind: 'refused', reason: platformText(reply.json['error_message']) ?? '' };
  }
  return readReply(reply);
}

export function exchangeShortToken(
  { http, hosts, credentials }: MetaCall,
  { grantType, accessToken }: { grantType: string; accessToken: string },
): Promise<GraphReply> {
  const query = { grant_type: grantType, client_secret: credentials.CLIENT_SECRET, access_token: accessToken };
  return callGraph(http, { url: `${hosts.graph}/access_token`, query });
}
