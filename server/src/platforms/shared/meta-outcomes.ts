import type { Connected, Refusal, Unknown } from '../adapter.ts';
import { judge, meaningOf, toRefusal, type Meaning, type MeaningRow } from './meta-errors.ts';
import type { GraphError, GraphFailure } from './meta-graph.ts';

const passing: readonly (Meaning | undefined)[] = ['transient', 'rateLimited', 'dailyCap'];
const open: readonly (Meaning | undefined)[] = [undefined, 'transient', 'spamBlock'];

/** What a network's failures come to, by its own rows; the first that fits decides. */
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

    /** For what must not be repeated blindly: anything but a listed refusal leaves it open. */
    toSendOutcome: (failure: GraphFailure, scopes: readonly string[]): Refusal | Unknown => {
      if (failure.kind === 'notSent') return { kind: 'notDone', reason: failure.reason };
      if (failure.kind === 'lost') return { kind: 'unknown', reason: failure.reason };
      const { error } = failure;
      const meaning = meaningOfError(error);
      const isOpen = open.includes(meaning) || error.status >= 500;
      return isOpen ? { kind: 'unknown', reason: error.platformError } : toRefusal(meaning, error, scopes);
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
