import type { Adapter } from '../adapter.ts';
import type { YoutubeCall } from './call.ts';
import { callYoutube } from './client.ts';
import { toSendOutcome } from './errors.ts';
import { deleteScopes } from './scopes.ts';

export const unpublish: NonNullable<Adapter<YoutubeCall>['unpublish']> = async (call, { id }) => {
  const reply = await callYoutube(call, { method: 'DELETE', url: '/youtube/v3/videos', query: { id } });
  const isGone = reply.kind === 'ok' || (reply.kind === 'error' && reply.error.status === 404);
  return isGone ? { kind: 'gone' } : toSendOutcome(call, reply, deleteScopes);
};
