import type { Adapter } from '../adapter.ts';
import type { BlueskyCall } from './call.ts';
import { isRecordAbsent, toSendOutcome } from './errors.ts';
import { collection, home, keyOf } from './session.ts';
import { callXrpc } from './xrpc.ts';

export const unpublish: NonNullable<Adapter<BlueskyCall>['unpublish']> = async (call, { id }) => {
  const rkey = keyOf(id);
  if (rkey === undefined) throw new Error('the ID of a Bluesky post must be an at:// URI');
  const repo = call.account.providerAccountId;
  const reply = await callXrpc(call, home(call), (agent) =>
    agent.com.atproto.repo.deleteRecord({ repo, collection, rkey }),
  );
  return reply.kind === 'ok' || isRecordAbsent(reply) ? { kind: 'gone' } : toSendOutcome(reply);
};
