import type { Connected, Refusal, Unknown } from '../adapter.ts';
import { judge, meaningOf, toRefusal, type Meaning, type MeaningRow } from './meta-errors.ts';
import type { GraphError, GraphFailure } from './meta-graph.ts';

const passing: readonly (Meaning | undefined)[] = ['transient', 'retry', 'rateLimited', 'dailyCap', 'blocked'];
/** Outages have produced these falsely, so with a 5xx status they do not count. */
const doubtfulAt5xx: readonly (Meaning | undefined)[] = [
  ...(['authorizationRemoved', 'tokenExpired', 'tokenDead', 'scopeMissing', 'missing'] as const),
];

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
      const reason = error.platformError;
      if (meaning === undefined) return { kind: 'unknown', reason, isRefusal: true };
      const isOpen = meaning === 'transient' || (error.status >= 500 && doubtfulAt5xx.includes(meaning));
      return isOpen ? { kind: 'unknown', reason } : toRefusal(meaning, error, scopes);
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
