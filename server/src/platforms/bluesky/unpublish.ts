import type { PlatformAdapter } from '../adapter.ts';
import { isRecordAbsent, toSendOutcome } from './errors.ts';
import { collection, home, keyOf } from './session.ts';
import { ask } from './xrpc.ts';

export const unpublish: NonNullable<PlatformAdapter['unpublish']> = async (call, { id }) => {
  const rkey = keyOf(id);
  if (rkey === undefined) throw new Error('a post of Bluesky is known by its at:// address');
  const repo = call.account.providerAccountId;
  const reply = await ask(call, home(call), (agent) => agent.com.atproto.repo.deleteRecord({ repo, collection, rkey }));
  return reply.kind === 'ok' || isRecordAbsent(reply) ? { kind: 'gone' } : toSendOutcome(reply);
};
