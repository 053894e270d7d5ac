import type { PlatformAdapter } from '../adapter.ts';
import { callPinterest } from './client.ts';
import { toSendOutcome } from './errors.ts';

export const unpublish: NonNullable<PlatformAdapter['unpublish']> = async (call, { id }) => {
  const reply = await callPinterest(call, { method: 'DELETE', path: `/pins/${encodeURIComponent(id)}` });
  const isGone = reply.kind === 'ok' || (reply.kind === 'error' && reply.error.status === 404);
  return isGone ? { kind: 'gone' } : toSendOutcome(reply);
};
