import type { Refusal } from '../adapter.ts';
import { errorCode, type GraphError } from './meta-graph.ts';

export type Meaning =
  | 'authorizationRemoved'
  | 'tokenExpired'
  | 'tokenDead'
  | 'scopeMissing'
  | 'rateLimited'
  /** So many posts a day; the window slides. */
  | 'dailyCap'
  /** The network's own trouble. */
  | 'transient'
  /** What was to be published is still being worked on. */
  | 'notReady'
  /** What was to be published has expired. */
  | 'gone'
  /** No such thing, or not ours to see; outages have produced it falsely. */
  | 'missing'
  /** Taken for spam; said to have been published all the same at times. */
  | 'spamBlock'
  | 'rejected';

/** Without `subcodes` a row fits all of them. */
export type MeaningRow = {
  codes?: readonly (number | readonly [min: number, max: number])[];
  subcodes?: readonly (number | undefined)[];
  meaning: Meaning;
};

/** What Instagram, Facebook and Threads have in common; a network's own rows stand before these. */
export const commonRows: readonly MeaningRow[] = [
  { codes: [190], subcodes: [458], meaning: 'authorizationRemoved' },
  { codes: [190], subcodes: [463], meaning: 'tokenExpired' },
  { codes: [190, 102], meaning: 'tokenDead' },
  { codes: [10], subcodes: [undefined], meaning: 'scopeMissing' },
  { codes: [[200, 299]], meaning: 'scopeMissing' },
  { codes: [4, 17, 32, 341, 613, [80_000, 80_099]], meaning: 'rateLimited' },
  { codes: [-2, -1, 1, 2], meaning: 'transient' },
  { codes: [100], subcodes: [33], meaning: 'missing' },
  { codes: [368], meaning: 'spamBlock' },
  { codes: [10, 100], meaning: 'rejected' },
];

type Coded = { code: number | undefined; subcode: number | undefined };

/** The first row that fits; undefined where none does. */
export function meaningOf(rows: readonly MeaningRow[], { code, subcode }: Coded): Meaning | undefined {
  const row = rows.find(
    ({ codes, subcodes }) =>
      (codes?.some((one) => isWithin(one, code)) ?? true) && (subcodes?.includes(subcode) ?? true),
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

/** The window slides, so that room may appear at any time; asking each minute would only use up the attempts. */
const dailyCapWaitMs = 3_600_000;

type ToRefusal = (error: GraphError, scopes: readonly string[]) => Refusal;

const disconnected =
  (cause: 'authorizationRemoved' | 'tokenExpired' | 'tokenDead'): ToRefusal =>
  ({ platformError }) => ({ kind: 'disconnected', cause, reason: platformError });
const notDone: ToRefusal = ({ platformError }) => ({ kind: 'notDone', reason: platformError });
const rejected: ToRefusal = (error) => ({
  kind: 'rejected',
  code: errorCode(error),
  message: error.message,
  platformError: error.platformError,
});

const refusals: Readonly<Record<Meaning, ToRefusal>> = {
  authorizationRemoved: disconnected('authorizationRemoved'),
  tokenExpired: disconnected('tokenExpired'),
  tokenDead: disconnected('tokenDead'),
  scopeMissing: (_, scopes) => ({ kind: 'scopeMissing', scopes }),
  rateLimited: ({ retryAfterMs }) => ({ kind: 'rateLimited', retryAfterMs }),
  dailyCap: ({ retryAfterMs }) => ({ kind: 'rateLimited', retryAfterMs: retryAfterMs ?? dailyCapWaitMs }),
  transient: notDone,
  notReady: notDone,
  gone: notDone,
  missing: rejected,
  spamBlock: rejected,
  rejected,
};

/** For requests that may be repeated: what no row knows is a refusal in the network's own words. */
export function toRefusal(meaning: Meaning | undefined, error: GraphError, scopes: readonly string[]): Refusal {
  return refusals[meaning ?? 'rejected'](error, scopes);
}
