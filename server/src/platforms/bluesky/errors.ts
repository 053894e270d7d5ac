import type { Refusal, Unknown } from '../adapter.ts';
import type { XrpcFailure } from './xrpc.ts';

type XrpcError = Extract<XrpcFailure, { kind: 'error' }>;
type Meaning = (error: XrpcError) => Refusal;

const disconnected =
  (cause: 'tokenExpired' | 'tokenDead'): Meaning =>
  ({ message }) => ({ kind: 'disconnected', cause, reason: message });

const rejected: Meaning = ({ name, status, message }) => ({
  kind: 'rejected',
  code: name === '' ? String(status) : name,
  message,
  platformError: name === '' ? message : `${name}: ${message}`,
});

/** The first row that fits decides. */
const table: readonly { names?: readonly string[]; statuses?: readonly number[]; meaning: Meaning }[] = [
  // Both are said of the short-lived token too: whether the session is dead shows when it is refreshed.
  { names: ['ExpiredToken', 'InvalidToken'], meaning: disconnected('tokenExpired') },
  {
    names: ['AuthMissing', 'AuthenticationRequired', 'AccountTakedown', 'AccountDeactivated', 'AccountSuspended'],
    meaning: disconnected('tokenDead'),
  },
  { names: ['AccountNotFound'], meaning: disconnected('tokenDead') },
  { names: ['RepoTakendown', 'RepoDeactivated', 'RepoSuspended'], meaning: disconnected('tokenDead') },
  { statuses: [429], meaning: ({ retryAfterMs }) => ({ kind: 'rateLimited', retryAfterMs }) },
  { names: ['RateLimitExceeded'], meaning: ({ retryAfterMs }) => ({ kind: 'rateLimited', retryAfterMs }) },
  { names: ['InvalidRequest', 'InvalidRecord', 'InvalidMimeType', 'BlobTooLarge', 'BlobNotFound'], meaning: rejected },
  { names: ['PayloadTooLarge', 'UnsupportedMediaType'], meaning: rejected },
];

/** For what may be repeated: a refusal that no row knows speaks for itself. */
export function toStepRefusal(failure: XrpcFailure): Refusal {
  if (failure.kind !== 'error') return { kind: 'notDone', reason: failure.reason };
  return (meaningOf(failure) ?? rejected)(failure);
}

/** For the record itself: what no row knows leaves it open, and the look-up by key is cheap. */
export function toSendOutcome(failure: XrpcFailure): Refusal | Unknown {
  if (failure.kind === 'notSent') return { kind: 'notDone', reason: failure.reason };
  if (failure.kind === 'lost') return { kind: 'unknown', reason: failure.reason };
  return meaningOf(failure)?.(failure) ?? { kind: 'unknown', reason: `${failure.status} ${failure.message}` };
}

/** The key is our own, so that whatever lies there is our own earlier success. */
export function isKeyTaken(failure: XrpcFailure): boolean {
  if (failure.kind !== 'error') return false;
  return /(record|value|key)\b.*already exists|already a (record|value)|RecordAlreadyExists/i.test(
    `${failure.name} ${failure.message}`,
  );
}

export function isRecordAbsent(failure: XrpcFailure): boolean {
  return failure.kind === 'error' && failure.name === 'RecordNotFound';
}

export function isTokenRefused(failure: XrpcFailure): boolean {
  return failure.kind === 'error' && meaningOf(failure)?.(failure).kind === 'disconnected';
}

function meaningOf({ name, status }: XrpcError): Meaning | undefined {
  return table.find(({ names, statuses }) => (names?.includes(name) ?? false) || (statuses?.includes(status) ?? false))
    ?.meaning;
}
