import type { Refusal } from '../adapter.ts';
import { errorCode, type GraphError } from './graph.ts';

export type Meaning =
  /** The app lacks a capability, a review or a valid secret. */
  | 'appProblem'
  | 'authorizationRemoved'
  | 'tokenExpired'
  | 'tokenDead'
  | 'scopeMissing'
  | 'rateLimited'
  /** The posts of a sliding day are used up. */
  | 'dailyCap'
  | 'blocked'
  /** A request that publishes may have succeeded anyway. */
  | 'transient'
  /** Nothing was published, and the same request may succeed later. */
  | 'retry'
  | 'preparationLost'
  /** Or not visible to the account; outages have produced it falsely. */
  | 'missing'
  | 'rejected';

export type MeaningRow = {
  codes?: readonly (number | readonly [min: number, max: number])[];
  subcodes?: readonly (number | undefined)[];
  message?: RegExp;
  meaning: Meaning;
  source: string;
};

export const commonRows: readonly MeaningRow[] = [
  { codes: [3, 12, 101], meaning: 'appProblem', source: 'Graph API: Handle errors (3); php-business-sdk#266' },
  { codes: [1], message: /client secret/i, meaning: 'appProblem', source: 'php-graph-sdk#538' },
  { codes: [190], message: /validating application/i, meaning: 'appProblem', source: 'php-graph-sdk#770' },
  { codes: [190], subcodes: [458], meaning: 'authorizationRemoved', source: 'Graph API: Handle errors' },
  { codes: [190], subcodes: [463], meaning: 'tokenExpired', source: 'Graph API: Handle errors' },
  { codes: [190, 102], meaning: 'tokenDead', source: 'Graph API: Handle errors (459, 460, 464, 467, 492)' },
  { codes: [10], subcodes: [undefined], meaning: 'scopeMissing', source: 'Graph API: Handle errors' },
  { codes: [[200, 299]], meaning: 'scopeMissing', source: 'Graph API: Handle errors' },
  { codes: [4, 17, 32, 341, 613], meaning: 'rateLimited', source: 'Graph API: Rate limits' },
  { codes: [[80_000, 80_099]], meaning: 'rateLimited', source: 'Graph API: Business use case rate limits' },
  { codes: [368], meaning: 'blocked', source: 'Graph API: Handle errors (368 is temporary)' },
  { codes: [-2, -1, 1, 2], meaning: 'transient', source: 'Graph API: Handle errors' },
  { codes: [100], subcodes: [33], meaning: 'missing', source: 'Graph API: Handle errors' },
  { codes: [506], meaning: 'rejected', source: 'Graph API: Handle errors (duplicate post)' },
  { codes: [10, 100], meaning: 'rejected', source: 'Graph API: Handle errors' },
];

type Coded = { code: number | undefined; subcode: number | undefined; message?: string };

export function meaningOf(rows: readonly MeaningRow[], { code, subcode, message = '' }: Coded): Meaning | undefined {
  const row = rows.find(
    (row) =>
      (row.codes?.some((one) => isWithin(one, code)) ?? true) &&
      (row.subcodes?.includes(subcode) ?? true) &&
      (row.message?.test(message) ?? true),
  );
  return row?.meaning;
}

export function judge(rows: readonly MeaningRow[], error: GraphError): Meaning | undefined {
  const isTheirTrouble = error.isTransient || error.status >= 500;
  return meaningOf(rows, error) ?? (isTheirTrouble ? 'transient' : undefined);
}

function isWithin(one: number | readonly [number, number], code: number | undefined): boolean {
  if (code === undefined) return false;
  return typeof one === 'number' ? one === code : code >= one[0] && code <= one[1];
}

/** Quota may free up at any time, and retrying every minute would exhaust the attempts. */
const dailyCapWaitMs = 3_600_000;
/** Facebook does not say when a block ends. */
const blockWaitMs = 24 * 3_600_000;

type ToRefusal = (error: GraphError, scopes: readonly string[]) => Refusal;

const disconnected =
  (cause: 'authorizationRemoved' | 'tokenExpired' | 'tokenDead'): ToRefusal =>
  ({ platformError }) => ({ kind: 'disconnected', cause, reason: platformError });
const notDone: ToRefusal = ({ platformError }) => ({ kind: 'notDone', reason: platformError });
const final =
  (kind: 'rejected' | 'appProblem'): ToRefusal =>
  (error) => ({ kind, code: errorCode(error), message: error.message, platformError: error.platformError });
const waits =
  (waitMs?: number): ToRefusal =>
  ({ retryAfterMs }) => ({ kind: 'rateLimited', retryAfterMs: retryAfterMs ?? waitMs });

const refusals: Readonly<Record<Meaning, ToRefusal>> = {
  appProblem: final('appProblem'),
  authorizationRemoved: disconnected('authorizationRemoved'),
  tokenExpired: disconnected('tokenExpired'),
  tokenDead: disconnected('tokenDead'),
  scopeMissing: (_, scopes) => ({ kind: 'scopeMissing', scopes }),
  rateLimited: waits(),
  dailyCap: waits(dailyCapWaitMs),
  blocked: waits(blockWaitMs),
  transient: notDone,
  retry: notDone,
  preparationLost: ({ platformError }) => ({ kind: 'preparationLost', reason: platformError }),
  missing: final('rejected'),
  rejected: final('rejected'),
};

/** For repeatable requests: an unlisted error is a rejection. */
export function toRefusal(meaning: Meaning | undefined, error: GraphError, scopes: readonly string[]): Refusal {
  return refusals[meaning ?? 'rejected'](error, scopes);
}
