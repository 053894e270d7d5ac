import type { PlatformAdapter } from '../adapter.ts';
import { callYoutube } from './client.ts';
import { toSendOutcome } from './errors.ts';
import { deleteScopes } from './scopes.ts';

export const unpublish: NonNullable<PlatformAdapter['unpublish']> = async (call, { id }) => {
  const reply = await callYoutube(call, { method: 'DELETE', url: '/youtube/v3/videos', query: { id } });
  const isGone = reply.kind === 'ok' || (reply.kind === 'error' && reply.error.status === 404);
  return isGone ? { kind: 'gone' } : toSendOutcome(call, reply, deleteScopes);
};
