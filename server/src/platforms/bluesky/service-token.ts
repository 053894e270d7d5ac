import { tokenText } from '../shared/platform-text.ts';
import type { BlueskyAccountCall } from './call.ts';
import { home } from './session.ts';
import { callXrpc, type XrpcReply } from './xrpc.ts';

/** `nsid`: the only method that the token allows. */
export type ServiceTokenFor = { service: string; nsid: string };

const lifeSeconds = 1800;

export async function serviceToken(
  call: BlueskyAccountCall,
  { service, nsid }: ServiceTokenFor,
): Promise<XrpcReply<string>> {
  const aud = `did:web:${encodeURIComponent(new URL(service).host)}`;
  const exp = Math.floor(call.clock.now().getTime() / 1000) + lifeSeconds;
  const reply = await callXrpc(call, home(call), (agent) =>
    agent.com.atproto.server.getServiceAuth({ aud, exp, lxm: nsid }),
  );
  if (reply.kind !== 'ok') return reply;
  const token = tokenText(reply.data.token);
  return token === undefined ? { kind: 'lost', reason: 'the response has no token' } : { kind: 'ok', data: token };
}
