import type { Refusal, Unknown } from '../adapter.ts';
import { connectFailure, sendOutcome, stepRefusal, unlistedError, type ConnectFailure } from '../shared/reply.ts';
import { judge, meaningOf, toRefusal, type Meaning, type MeaningRow } from './errors.ts';
import type { GraphError, GraphFailure } from './graph.ts';

const temporary: readonly (Meaning | undefined)[] = ['transient', 'retry', 'rateLimited', 'dailyCap', 'blocked'];
const final: readonly (Meaning | undefined)[] = ['rejected', 'appProblem', undefined];

/** Turns a platform's failures into outcomes by its own rows; the first matching row decides. */
export function metaOutcomes(rows: readonly MeaningRow[]) {
  const meaningOfError = (error: GraphError): Meaning | undefined => judge(rows, error);
  return {
    meaningOfError,

    meaningOfSubcode: (subcode: number | undefined): Meaning | undefined =>
      meaningOf(rows, { code: undefined, subcode }),

    /** For repeatable requests. */
    toStepRefusal: (failure: GraphFailure, scopes: readonly string[]): Refusal =>
      stepRefusal(failure, (error) => toRefusal(meaningOfError(error), error, scopes)),

    /** For requests that publish: only an error with a row is certain. */
    toSendOutcome: (failure: GraphFailure, scopes: readonly string[]): Refusal | Unknown =>
      sendOutcome(failure, (error) => {
        const meaning = meaningOfError(error);
        // A server that fails may have published the post, whatever the error says.
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
