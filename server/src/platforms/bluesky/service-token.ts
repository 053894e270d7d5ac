import type { AccountCall } from '../adapter.ts';
import { tokenText } from '../shared/network-text.ts';
import { home } from './session.ts';
import { ask, type XrpcReply } from './xrpc.ts';

/** The server that is called in the account's name, and the one method that the token is good for. */
export type ServiceTokenFor = { service: string; nsid: string };

const lifeSeconds = 1800;

export async function serviceToken(call: AccountCall, { service, nsid }: ServiceTokenFor): Promise<XrpcReply<string>> {
  const aud = `did:web:${encodeURIComponent(new URL(service).host)}`;
  const exp = Math.floor(call.clock.now().getTime() / 1000) + lifeSeconds;
  const reply = await ask(call, home(call), (agent) =>
    agent.com.atproto.server.getServiceAuth({ aud, exp, lxm: nsid }),
  );
  if (reply.kind !== 'ok') return reply;
  const token = tokenText(reply.answer.token);
  return token === undefined ? { kind: 'lost', reason: 'an answer without a token' } : { kind: 'ok', answer: token };
}
