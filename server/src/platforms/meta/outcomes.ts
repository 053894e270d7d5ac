import type { Refusal, Unknown } from '../adapter.ts';
import { connectFailure, sendOutcome, stepRefusal, unlistedError, type ConnectFailure } from '../shared/reply.ts';
import { judge, meaningOf, toRefusal, type Meaning, type MeaningRow } from './errors.ts';
import type { GraphError, GraphFailure } from './graph.ts';

const temporary: readonly (Meaning | undefined)[] = ['transient', 'retry', 'rateLimited', 'dailyCap', 'blocked'];
const final: readonly (Meaning | undefined)[] = ['rejected', 'appProblem', undefined];

export function metaOutcomes(rows: readonly MeaningRow[]) {
  const meaningOfError = (error: GraphError): Meaning | undefined => judge(rows, error);
  return {
    meaningOfError,

    meaningOfSubcode: (subcode: number | undefined): Meaning | undefined =>
      meaningOf(rows, { code: undefined, subcode }),

    /** For repeatable requests. */
    toStepRefusal: (failure: GraphFailure, scopes: readonly string[]): Refusal =>
      stepRefusal(failure, (error) => toRefusal(meaningOfError(error), error, scopes)),

    /** For requests that publish: only a listed error is certain. */
    toSendOutcome: (failure: GraphFailure, scopes: readonly string[]): Refusal | Unknown =>
      sendOutcome(failure, (error) => {
        const meaning = meaningOfError(error);
        // A server error may hide a published post, whatever its body says.
        const isOpen = meaning === undefined || meaning === 'transient' || error.status >= 500;
        if (!isOpen) return toRefusal(meaning, error, scopes);
        const reason = error.platformError;
        return final.includes(meaning) ? unlistedError(reason) : { kind: 'unknown', reason };
      }),

    toConnectFailure: (failure: GraphFailure): ConnectFailure =>
      connectFailure(failure, (error) => ({
        isTemporary: error.status >= 500 || temporary.includes(meaningOfError(error)),
        reason: error.message,
      })),
  };
}
