import type { Adapter } from '../adapter.ts';
import type { LinkedinCall } from './call.ts';
import { callRest } from './client.ts';
import { toSendOutcome } from './errors.ts';

export const unpublish: NonNullable<Adapter<LinkedinCall>['unpublish']> = async (call, { id }) => {
  const reply = await callRest(call, { method: 'DELETE', path: `posts/${encodeURIComponent(id)}` });
  const isGone = reply.kind === 'ok' || (reply.kind === 'error' && reply.error.status === 404);
  return isGone ? { kind: 'gone' } : toSendOutcome(reply);
};
