import type { PlatformAdapter } from '../adapter.ts';
import { callAsAccount } from '../meta/client.ts';
import { meaningOfError, toSendOutcome } from './errors.ts';
import { scopes } from './scopes.ts';

export const unpublish: NonNullable<PlatformAdapter['unpublish']> = async (call, { id }) => {
  const reply = await callAsAccount(call, encodeURIComponent(id), { method: 'DELETE' });
  if (reply.kind === 'ok') {
    const isDone = reply.json['success'] === true;
    return isDone ? { kind: 'gone' } : { kind: 'unknown', reason: 'the answer says nothing of success' };
  }
  if (reply.kind === 'error' && meaningOfError(reply.error) === 'missing') return { kind: 'gone' };
  return toSendOutcome(reply, scopes.publish);
};
