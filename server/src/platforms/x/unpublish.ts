import type { PlatformAdapter } from '../adapter.ts';
import { callX } from './client.ts';
import { toSendOutcome } from './errors.ts';

export const unpublish: NonNullable<PlatformAdapter['unpublish']> = async (call, { id }) => {
  const reply = await callX(call, { method: 'DELETE', path: `/2/tweets/${encodeURIComponent(id)}` });
  const isGone = reply.kind === 'ok' || (reply.kind === 'error' && reply.problem.status === 404);
  return isGone ? { kind: 'gone' } : toSendOutcome(reply);
};
