import type { Missing, Refusal } from '../adapter.ts';
import type { MetaAccountCall } from './call.ts';
import { callAsAccount } from './client.ts';
import type { GraphReply } from './graph.ts';
import { metaReadFailures, toMissing, type ReadOutcomes } from './read-failures.ts';

export function metaComments({ outcomes, scopes }: { outcomes: ReadOutcomes; scopes: readonly string[] }) {
  const { isMissing, readFailure } = metaReadFailures({ outcomes, scopes });
  const isConfirmed = (reply: GraphReply): boolean => reply.kind === 'ok' && reply.json['success'] === true;
  const refusalOf = (reply: GraphReply): Refusal =>
    reply.kind === 'ok'
      ? { kind: 'notDone', reason: 'the response does not confirm success' }
      : outcomes.toStepRefusal(reply, scopes);
  return {
    readFailure,

    changed: (reply: GraphReply): { kind: 'changed' } | Missing | Refusal => {
      if (isConfirmed(reply)) return { kind: 'changed' };
      return isMissing(reply) ? toMissing(reply) : refusalOf(reply);
    },

    delete: async (call: MetaAccountCall, id: string): Promise<{ kind: 'gone' } | Refusal> => {
      const reply = await callAsAccount(call, encodeURIComponent(id), { method: 'DELETE' });
      return isConfirmed(reply) || isMissing(reply) ? { kind: 'gone' } : refusalOf(reply);
    },
  };
}
