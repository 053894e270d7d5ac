import type { PlatformAdapter } from '../adapter.ts';
import { callRest } from './client.ts';
import { toSendOutcome } from './errors.ts';

export const unpublish: NonNullable<PlatformAdapter['unpublish']> = async (call, { id }) => {
  const reply = await callRest(call, { method: 'DELETE', path: `posts/${encodeURIComponent(id)}` });
  const isGone = reply.kind === 'ok' || (reply.kind === 'error' && reply.fault.status === 404);
  return isGone ? { kind: 'gone' } : toSendOutcome(reply);
};
