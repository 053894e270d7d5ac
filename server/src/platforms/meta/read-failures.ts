import type { Missing, Refusal } from '../adapter.ts';
import { errorCode, type GraphFailure, type GraphReply } from './graph.ts';
import type { metaOutcomes } from './outcomes.ts';

export type ReadOutcomes = Pick<ReturnType<typeof metaOutcomes>, 'meaningOfError' | 'toStepRefusal'>;
type GraphRefusal = GraphFailure & { kind: 'error' };

export function metaReadFailures({ outcomes, scopes }: { outcomes: ReadOutcomes; scopes: readonly string[] }) {
  const isMissing = (reply: GraphReply): reply is GraphRefusal =>
    reply.kind === 'error' && outcomes.meaningOfError(reply.error) === 'missing';
  return {
    isMissing,
    readFailure: (failure: GraphFailure): Missing | Refusal =>
      isMissing(failure) ? toMissing(failure) : outcomes.toStepRefusal(failure, scopes),
  };
}

export function toMissing({ error }: GraphRefusal): Missing {
  return { kind: 'missing', code: errorCode(error), platformError: error.platformError };
}
