import { isJsonObject } from '../../kernel/text/json.ts';
import type { AuthorizeGrant, Call } from '../adapter.ts';
import { formBody } from '../shared/bodies.ts';
import { readReply, type GraphReply } from './graph.ts';
import { networkText } from '../shared/network-text.ts';

/** Where people sign in at Instagram and Threads themselves, what is wrong with a code is told in a flat body. */
export async function exchangeLoginCode(
  { http, credentials }: Call,
  host: string,
  grant: AuthorizeGrant,
): Promise<GraphReply | { kind: 'refused'; reason: string }> {
  const body = formBody({
    client_id: credentials['CLIENT_ID'] ?? '',
    client_secret: credentials['CLIENT_SECRET'] ?? '',
    grant_type: 'authorization_code',
    redirect_uri: grant.redirectUri,
    // Hung on to the redirect, and some browsers keep it.
    code: grant.code.replace(/#_$/, ''),
  });
  const reply = await http.send({ method: 'POST', url: `${host}/oauth/access_token`, body });
  const isDefinite = reply.kind === 'answer' && reply.status >= 400 && reply.status < 500 && reply.status !== 429;
  if (isDefinite && isJsonObject(reply.json) && typeof reply.json['error_message'] === 'string') {
    return { kind: 'refused', reason: networkText(reply.json['error_message']) ?? '' };
  }
  return readReply(reply);
}
