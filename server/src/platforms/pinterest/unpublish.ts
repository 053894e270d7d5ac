import type { Adapter } from '../adapter.ts';
import type { PinterestCall } from './call.ts';
import { callPinterest } from './client.ts';
import { toSendOutcome } from './errors.ts';

export const unpublish: NonNullable<Adapter<PinterestCall>['unpublish']> = async (call, { id }) => {
  const reply = await callPinterest(call, { method: 'DELETE', path: `/pins/${encodeURIComponent(id)}` });
  const isGone = reply.kind === 'ok' || (reply.kind === 'error' && reply.error.status === 404);
  return isGone ? { kind: 'gone' } : toSendOutcome(reply);
};
