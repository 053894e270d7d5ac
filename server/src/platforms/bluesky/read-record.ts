import type { BlueskyAccountCall } from './call.ts';
import { isTokenRefused } from './errors.ts';
import { collection } from './session.ts';
import { callXrpc, type Endpoint } from './xrpc.ts';

/** Records are public: if the token has expired, reads without it. */
export async function readRecord(call: BlueskyAccountCall, endpoint: Endpoint, rkey: string) {
  const repo = call.account.providerAccountId;
  const reply = await callXrpc(call, endpoint, (agent) => agent.com.atproto.repo.getRecord({ repo, collection, rkey }));
  if (reply.kind === 'ok' || !isTokenRefused(reply) || endpoint.token === undefined) return reply;
  return await callXrpc(call, { service: endpoint.service }, (agent) =>
    agent.com.atproto.repo.getRecord({ repo, collection, rkey }),
  );
}
