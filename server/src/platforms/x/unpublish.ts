import type { Adapter } from '../adapter.ts';
import type { XCall } from './call.ts';
import { callX } from './client.ts';
import { toSendOutcome } from './errors.ts';

export const unpublish: NonNullable<Adapter<XCall>['unpublish']> = async (call, { id }) => {
  const reply = await callX(call, { method: 'DELETE', path: `/2/tweets/${encodeURIComponent(id)}` });
  const isGone = reply.kind === 'ok' || (reply.kind === 'error' && reply.error.status === 404);
  return isGone ? { kind: 'gone' } : toSendOutcome(reply);
};
