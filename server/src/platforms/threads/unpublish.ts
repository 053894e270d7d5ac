import type { Adapter } from '../adapter.ts';
import { callAsAccount } from '../meta/client.ts';
import type { ThreadsCall } from './call.ts';
import { outcomes } from './errors.ts';
import { deleteScope } from './scopes.ts';

export const unpublish: NonNullable<Adapter<ThreadsCall>['unpublish']> = async (call, { id }) => {
  const reply = await callAsAccount(call, encodeURIComponent(id), { method: 'DELETE' });
  const isMissing = reply.kind === 'error' && outcomes.meaningOfError(reply.error) === 'missing';
  return reply.kind === 'ok' || isMissing ? { kind: 'gone' } : outcomes.toSendOutcome(reply, [deleteScope]);
};
