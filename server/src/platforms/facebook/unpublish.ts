import type { Adapter } from '../adapter.ts';
import { callAsAccount } from '../meta/client.ts';
import type { FacebookCall } from './call.ts';
import { meaningOfError, toSendOutcome } from './errors.ts';
import { scopes } from './scopes.ts';

export const unpublish: NonNullable<Adapter<FacebookCall>['unpublish']> = async (call, { id }) => {
  const reply = await callAsAccount(call, encodeURIComponent(id), { method: 'DELETE' });
  if (reply.kind === 'ok') {
    const isDone = reply.json['success'] === true;
    return isDone ? { kind: 'gone' } : { kind: 'unknown', reason: 'the response does not confirm success' };
  }
  if (reply.kind === 'error' && meaningOfError(reply.error) === 'missing') return { kind: 'gone' };
  return toSendOutcome(reply, scopes.publish);
};
