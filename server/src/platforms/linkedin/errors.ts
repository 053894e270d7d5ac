import type { Refusal, Unknown } from '../adapter.ts';
import { sendOutcome, stepRefusal, unlistedError } from '../shared/reply.ts';
import type { LinkedinFailure, LinkedinError } from './client.ts';
import { scopes } from './scopes.ts';

type Meaning = (error: LinkedinError) => Refusal;

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
  source: string;
};

const handling = 'LinkedIn API: Error handling';
const posts = 'LinkedIn API: Posts API';

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
  // Duplicates are 409 or 422.
  { statuses: [409, 422], meaning: rejected, source: posts },
  { statuses: [400, 403, 404, 405, 413, 415], meaning: rejected, source: handling },
];

function meaningOf({ status, serviceCode, code }: LinkedinError): Meaning | undefined {
  const row = table.find(
    (row) =>
      row.statuses.includes(status) &&
      (row.serviceCode === undefined || row.serviceCode === serviceCode) &&
      (row.code?.test(code) ?? true),
  );
  return row?.meaning;
}

export function toStepRefusal(failure: LinkedinFailure): Refusal {
  return stepRefusal(failure, (error) => (meaningOf(error) ?? rejected)(error));
}

export function toSendOutcome(failure: LinkedinFailure): Refusal | Unknown {
  return sendOutcome(failure, (error) => meaningOf(error)?.(error) ?? unlistedError(reasonOf(failure)));
}

export function reasonOf(failure: LinkedinFailure): string {
  return failure.kind === 'error' ? `${failure.error.status} ${failure.error.message}` : failure.reason;
}
