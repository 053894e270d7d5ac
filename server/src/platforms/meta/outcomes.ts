import type { Connected, Refusal, Unknown } from '../adapter.ts';
import { judge, meaningOf, toRefusal, type Meaning, type MeaningRow } from './errors.ts';
import type { GraphError, GraphFailure } from './graph.ts';

const passing: readonly (Meaning | undefined)[] = ['transient', 'retry', 'rateLimited', 'dailyCap', 'blocked'];
const final: readonly (Meaning | undefined)[] = ['rejected', 'appProblem', undefined];

/** Turns a platform's failures into outcomes by its own rows; the first matching row decides. */
export function metaOutcomes(rows: readonly MeaningRow[]) {
  const meaningOfError = (error: GraphError): Meaning | undefined => judge(rows, error);
  return {
    meaningOfError,

    meaningOfSubcode: (subcode: number | undefined): Meaning | undefined =>
      meaningOf(rows, { code: undefined, subcode }),

    /** For what may be repeated. */
    toStepRefusal: (failure: GraphFailure, scopes: readonly string[]): Refusal => {
      if (failure.kind !== 'error') return { kind: 'notDone', reason: failure.reason };
      return toRefusal(meaningOfError(failure.error), failure.error, scopes);
    },

    /** For requests that must not be repeated blindly: only an error that a row knows is certain. */
    toSendOutcome: (failure: GraphFailure, scopes: readonly string[]): Refusal | Unknown => {
      if (failure.kind === 'notSent') return { kind: 'notDone', reason: failure.reason };
      if (failure.kind === 'lost') return { kind: 'unknown', reason: failure.reason };
      const { error } = failure;
      const meaning = meaningOfError(error);
      // A server in trouble may have published the post, whatever else it says.
      const isOpen = meaning === undefined || meaning === 'transient' || error.status >= 500;
      if (!isOpen) return toRefusal(meaning, error, scopes);
      const unknown = { kind: 'unknown', reason: error.platformError } as const;
      return final.includes(meaning) ? { ...unknown, isRefusal: true } : unknown;
    },

    /** While an account is connected. */
    toConnectFailure: (failure: GraphFailure): Exclude<Connected, { kind: 'accounts' }> => {
      if (failure.kind !== 'error') return { kind: 'unavailable', reason: failure.reason };
      const { message, status } = failure.error;
      const isPassing = status >= 500 || passing.includes(meaningOfError(failure.error));
      return { kind: isPassing ? 'unavailable' : 'refused', reason: message };
    },
  };
}
