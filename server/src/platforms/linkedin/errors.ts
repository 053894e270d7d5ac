import type { Refusal, Unknown } from '../adapter.ts';
import type { Failure, Fault } from './client.ts';
import { scopes } from './scopes.ts';

type Meaning = (fault: Fault) => Refusal;

const final =
  (kind: 'rejected' | 'appProblem'): Meaning =>
  ({ status, code, message }) => ({
    kind,
    code: code === '' ? String(status) : code,
    message,
    platformError: `${status} ${message}`,
  });
const rejected = final('rejected');
const disconnected =
  (cause: 'tokenExpired' | 'tokenDead' | 'authorizationRemoved'): Meaning =>
  ({ message }) => ({ kind: 'disconnected', cause, reason: message });
const notDone: Meaning = ({ message }) => ({ kind: 'notDone', reason: message });

type Row = {
  statuses: readonly number[];
  serviceCode?: number;
  code?: RegExp;
  meaning: Meaning;
  /** Where the meaning is documented. */
  source: string;
};

const handling = 'LinkedIn API: Error handling';
const posts = 'LinkedIn API: Posts API';

/** The first matching row decides; a fault that none matches leaves it open whether anything was published. */
const table: readonly Row[] = [
  { statuses: [426], meaning: final('appProblem'), source: 'LinkedIn API: Versioning (NONEXISTENT_VERSION)' },
  {
    statuses: [400],
    code: /^(VERSION_MISSING|INVALID_VERSION|NONEXISTENT_VERSION)$/,
    meaning: final('appProblem'),
    source: 'LinkedIn API: Versioning',
  },
  { statuses: [401], serviceCode: 65_600, meaning: disconnected('tokenDead'), source: handling },
  { statuses: [401], serviceCode: 65_601, meaning: disconnected('authorizationRemoved'), source: handling },
  // Whether there is more to it shows when the token is refreshed.
  { statuses: [401], meaning: disconnected('tokenExpired'), source: handling },
  {
    statuses: [403],
    code: /^ACCESS_DENIED$/,
    meaning: () => ({ kind: 'scopeMissing', scopes: scopes.publish }),
    source: handling,
  },
  {
    statuses: [429],
    meaning: ({ retryAfterMs }) => ({ kind: 'rateLimited', retryAfterMs }),
    source: 'LinkedIn API: Rate limiting',
  },
  { statuses: [400, 422], code: /^MEDIA_ASSET_(PROCESSING|WAITING_UPLOAD)$/, meaning: notDone, source: posts },
  // Duplicates arrive as 409 and as 422.
  { statuses: [409, 422], meaning: rejected, source: posts },
  { statuses: [400, 403, 404, 405, 413, 415], meaning: rejected, source: handling },
];

function meaningOf({ status, serviceCode, code }: Fault): Meaning | undefined {
  const row = table.find(
    (row) =>
      row.statuses.includes(status) &&
      (row.serviceCode === undefined || row.serviceCode === serviceCode) &&
      (row.code?.test(code) ?? true),
  );
  return row?.meaning;
}

/** For repeatable requests: a fault that no row knows is a rejection in LinkedIn's own words. */
export function toStepRefusal(failure: Failure): Refusal {
  if (failure.kind !== 'error') return { kind: 'notDone', reason: failure.reason };
  return (meaningOf(failure.fault) ?? rejected)(failure.fault);
}

export function toSendOutcome(failure: Failure): Refusal | Unknown {
  if (failure.kind === 'notSent') return { kind: 'notDone', reason: failure.reason };
  if (failure.kind === 'lost') return { kind: 'unknown', reason: failure.reason };
  const { fault } = failure;
  const meaning = meaningOf(fault);
  if (meaning !== undefined) return meaning(fault);
  return { kind: 'unknown', reason: reasonOf(failure), isRefusal: true };
}

export function reasonOf(failure: Failure): string {
  return failure.kind === 'error' ? `${failure.fault.status} ${failure.fault.message}` : failure.reason;
}
